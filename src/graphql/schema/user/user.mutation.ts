import { Ctx, Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { createUser } from '../../../domain/user/create-user.js'
import { inviteUser } from '../../../domain/user/invite-user.js'
import { updateUser } from '../../../domain/user/update-user.js'
import type { Context } from '../../context.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { CreateUserInput, InviteUserInput, UpdateUserInput } from './user.input.js'
import { UserNode } from './user.type.js'

@Resolver()
export class UserMutation {
  @RecordMutation(
    UserNode,
    'Creates a user with a role and a password that you choose. For admins.',
  )
  createUser(
    @Input(CreateUserInput) input: CreateUserInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => createUser(domain, input))
  }

  @RecordMutation(
    UserNode,
    'Creates an active user, who receives a mail with a token for `resetPassword` to choose a password. Prefer it to `createUser`: only the user ever knows the password. Fails with `RATE_LIMITED` after too many invitations of the company. For admins.',
  )
  inviteUser(
    @Input(InviteUserInput) input: InviteUserInput,
    @Ctx() { sendsMail, invitationsPerHour }: Context,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => inviteUser({ ...domain, sendsMail, invitationsPerHour }, input))
  }

  @RecordMutation(UserNode, 'Updates a user. For admins.')
  updateUser(
    @Input(UpdateUserInput, { picture: 'pictureDocumentId' }) input: UpdateUserInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.updateWithDocuments('User', input, updateUser)
  }

  @RemoveMutation(
    UserNode,
    'Rejected for yourself, the company’s primary user and its last active admin.',
  )
  removeUser(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'User', input))
  }

  @RestoreMutation(UserNode, 'The user must sign in again.')
  restoreUser(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'User', input))
  }
}
