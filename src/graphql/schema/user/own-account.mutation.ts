import { Ctx, Mutation, Resolver } from 'type-graphql'
import { updateNotificationPreferences } from '../../../domain/notification/update-preferences.js'
import { changePassword } from '../../../domain/user/change-password.js'
import { requestPasswordReset } from '../../../domain/user/request-password-reset.js'
import { resetPassword } from '../../../domain/user/reset-password.js'
import { updateProfile } from '../../../domain/user/update-profile.js'
import { type Context, sessionOf } from '../../context.js'
import { okPayloadType, type Payload, withUserErrors } from '../common/payload.type.js'
import { Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import {
  ChangePasswordInput,
  RequestPasswordResetInput,
  ResetPasswordInput,
  UpdateNotificationPreferencesInput,
  UpdateProfileInput,
} from './own-account.input.js'
import { UserNode } from './user.type.js'

const RequestPasswordResetPayload = okPayloadType(
  'requestPasswordReset',
  'Always true, also if no user has the email address.',
)
const ResetPasswordPayload = okPayloadType(
  'resetPassword',
  'Whether the password was set: always true.',
)

const succeeds = (context: Context, work: () => Promise<void>): Promise<Payload> =>
  withUserErrors(context, async () => {
    await work()
    return { ok: true, userErrors: [] } as Payload
  })

@Resolver()
export class OwnAccountMutation {
  @RecordMutation(
    UserNode,
    'Changes your own password and ends your other sessions. Fails with `RATE_LIMITED` after too many wrong passwords. For all users.',
    'user',
  )
  changePassword(
    @Input(ChangePasswordInput, { once: false }) input: ChangePasswordInput,
    @Ctx() context: Context,
    @MutationWriter() write: MutationWriter,
  ) {
    const { throttle, request } = context
    const { ip: address } = request
    const { sessionId } = sessionOf(context)
    return write.record(
      (domain) => changePassword({ ...domain, throttle }, input, { sessionId, address }),
      { once: false },
    )
  }

  @RecordMutation(
    UserNode,
    'Updates your own name, telephone numbers and time zone. For all users.',
    'user',
  )
  updateProfile(
    @Input(UpdateProfileInput, { picture: 'pictureDocumentId' }) input: UpdateProfileInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.updateWithDocuments('User', input, updateProfile)
  }

  @RecordMutation(
    UserNode,
    'Changes which mails you get, and when you get a digest. For all users.',
    'user',
  )
  updateNotificationPreferences(
    @Input(UpdateNotificationPreferencesInput) input: UpdateNotificationPreferencesInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => updateNotificationPreferences(domain, input))
  }

  @Mutation(() => RequestPasswordResetPayload, {
    nullable: true,
    description:
      'Sends a mail with a token for `resetPassword` to the user with this email address. The result is the same if there is none. At most 5 mails are sent to a user within an hour. Fails with `RATE_LIMITED` after too many requests. Requires no access token.',
  })
  requestPasswordReset(
    @Input(RequestPasswordResetInput, { once: false }) { email }: RequestPasswordResetInput,
    @Ctx() context: Context,
  ) {
    const { origin } = context.request.access
    return succeeds(context, () => requestPasswordReset(context, { email, ...origin }))
  }

  @Mutation(() => ResetPasswordPayload, {
    nullable: true,
    description:
      'Sets a password with a token from a mail, and ends all sessions of the user. Then sign in with `login`. Requires no access token.',
  })
  resetPassword(
    @Input(ResetPasswordInput, { once: false }) input: ResetPasswordInput,
    @Ctx() context: Context,
  ) {
    return succeeds(context, () => resetPassword(context.db, input))
  }
}
