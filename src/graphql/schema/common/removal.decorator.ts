import type { ClassType } from 'type-graphql'
import { RecordMutation } from './mutation.decorator.js'
import { recordNounOf } from './mutation-name.js'

/** The mutation `remove<Record>`: a soft delete. `note` adds to its description. */
export const RemoveMutation =
  (node: ClassType, note = ''): MethodDecorator =>
  (prototype, name, descriptor) => {
    const removes = `Removes the ${recordNounOf(String(name))} from all lists until it is restored.`
    const description = sentences(removes, note, 'Removing it again changes nothing. For admins.')
    RecordMutation(node, description)(prototype, name, descriptor)
  }

/** The mutation `restore<Record>`, which undoes `remove<Record>`. `note` adds to its description. */
export const RestoreMutation =
  (node: ClassType, note = ''): MethodDecorator =>
  (prototype, name, descriptor) => {
    const restores = `Restores the removed ${recordNounOf(String(name))} as it was.`
    const description = sentences(restores, note, 'Restoring it again changes nothing. For admins.')
    RecordMutation(node, description)(prototype, name, descriptor)
  }

const sentences = (...parts: readonly string[]) => parts.filter(Boolean).join(' ')
