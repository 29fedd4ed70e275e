import type { ClassType } from 'type-graphql'
import { dependenciesOn } from '../../../domain/removal/dependencies.js'
import { RecordMutation } from './write.decorator.js'
import { recordNounOf } from './mutation-name.js'

/** The mutation `remove<Record>`: a soft delete. `note` is added to its description. */
export const RemoveMutation = (node: ClassType, note = '') =>
  described(node, (noun, model) => [
    `Removes the ${noun} from all lists until it is restored.`,
    note,
    rejectedWhile(model),
    'Removing it again changes nothing. For admins.',
  ])

/** The mutation `restore<Record>`, which undoes `remove<Record>`. `note` is added to its description. */
export const RestoreMutation = (node: ClassType, note = '') =>
  described(node, (noun) => [
    `Restores the removed ${noun} as it was.`,
    note,
    'Restoring it again changes nothing. For admins.',
  ])

const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** A sentence that names the records that may depend on one of this model. */
function rejectedWhile(model: string): string {
  const nouns = dependenciesOn(model).map(({ noun }) => noun)
  return nouns.length > 0 ? `Rejected while it has ${ALTERNATIVES.format(nouns)}.` : ''
}

const described =
  (
    node: ClassType,
    sentences: (noun: string, model: string) => readonly string[],
  ): MethodDecorator =>
  (prototype, name, descriptor) => {
    const model = String(name).replace(/^(remove|restore)/, '')
    const description = sentences(recordNounOf(String(name)), model).filter(Boolean)
    RecordMutation(node, description.join(' '))(prototype, name, descriptor)
  }
