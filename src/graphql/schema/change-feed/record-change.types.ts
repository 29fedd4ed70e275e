import { type ClassType, ID } from 'type-graphql'
import { NonNull, ValueType } from '../common/type.decorator.js'
import { ChangeActionEnum } from './change-feed.type.js'

/** What the changes of records of one type have. The field of the record has its own resolver. */
abstract class ChangeOfType {
  readonly cursor!: string
  readonly recordId!: string
  readonly action!: 'upsert' | 'remove'
}

/** Declares the type of the changes of records of one type. */
function changeOf(noun: string): ClassType<ChangeOfType> {
  @ValueType(`${noun}Change`, `A change of a record of the type \`${noun}\`.`)
  class Change extends ChangeOfType {
    @NonNull(String, 'Continues after this change.')
    declare readonly cursor: string

    @NonNull(ID, 'The UUID of the record.')
    declare readonly recordId: string

    @NonNull(ChangeActionEnum, 'What to do with the copy of the record.')
    declare readonly action: 'upsert' | 'remove'
  }
  return Change
}

export const AssetChangeType = changeOf('Asset')
export const InspectionChangeType = changeOf('Inspection')
export const JobChangeType = changeOf('Job')
export const SiteChangeType = changeOf('Site')
