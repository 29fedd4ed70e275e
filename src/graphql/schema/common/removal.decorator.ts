import type { ClassType } from 'type-graphql'
import { RecordMutation } from './write.decorator.js'
import { recordNounOf } from './mutation-name.js'

/** The mutation `remove<Record>`: a soft delete. `note` is added to its description. */
export const RemoveMutation = (node: ClassType, note = '') =>
  described(node, (noun) => [
    `Removes the ${noun} from all lists until it is restored.`,
    note,
    'Removing it again changes nothing. For admins.',
  ])

/** The mutation `restore<Record>`, which undoes `remove<Record>`. `note` is added to its description. */
export const RestoreMutation = (node: ClassType, note = '') =>
  described(node, (noun) => [
    `Restores the removed ${noun} as it was.`,
    note,
    'Restoring it again changes nothing. For admins.',
  ])

const described =
  (node: ClassType, sentences: (noun: string) => readonly string[]): MethodDecorator =>
  (prototype, name, descriptor) => {
    const description = sentences(recordNounOf(String(name))).filter(Boolean)
    RecordMutation(node, description.join(' '))(prototype, name, descriptor)
  }
