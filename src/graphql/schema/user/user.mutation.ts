import { Resolver } from 'type-graphql'
import { createUser } from '../../../domain/user/create-user.js'
import { updateUser } from '../../../domain/user/update-user.js'
import { Input, RecordMutation, Write } from '../common/write.decorator.js'
import { CreateUserInput, UpdateUserInput } from './user.input.js'
import { UserNode } from './user.type.js'

@Resolver()
export class UserMutation {
  @RecordMutation(UserNode, 'Creates a user with a role in the company. For admins.')
  createUser(@Input(CreateUserInput) input: CreateUserInput, @Write() write: Write) {
    return write.record((domain) => createUser(domain, input))
  }

  @RecordMutation(UserNode, 'Updates a user. For admins.')
  updateUser(@Input(UpdateUserInput) input: UpdateUserInput, @Write() write: Write) {
    return write.record((domain) => updateUser(domain, input))
  }
}
