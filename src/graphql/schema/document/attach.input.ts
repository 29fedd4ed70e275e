import { ID } from 'type-graphql'
import { InputObject, NonNull } from '../common/type.decorator.js'

const DOCUMENTS =
  'Uploaded files that belong to no record yet, at most 100: they then belong to this one, in addition to those that it has.'

@InputObject('AttachToJobInput', 'A job, and the files to attach to it.')
export class AttachToJobInput {
  @NonNull(ID, 'The UUID of the job.')
  readonly id!: string

  @NonNull([ID], DOCUMENTS)
  readonly documentIds!: readonly string[]
}

@InputObject('AttachToSiteInput', 'A site, and the files to attach to it.')
export class AttachToSiteInput {
  @NonNull(ID, 'The UUID of the site.')
  readonly id!: string

  @NonNull([ID], DOCUMENTS)
  readonly documentIds!: readonly string[]
}
