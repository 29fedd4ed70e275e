import { Int } from 'type-graphql'
import type { MailKind, Weekday } from '../../../domain/notification/mail-kinds.js'
import type { PreferencesChange } from '../../../domain/notification/update-preferences.js'
import type { PasswordChange } from '../../../domain/user/change-password.js'
import type { PasswordReset } from '../../../domain/user/reset-password.js'
import type { ProfileChange } from '../../../domain/user/update-profile.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { MailKindEnum, WeekdayEnum } from './notification-preferences.type.js'

const NEW_PASSWORD =
  'The new password: 12 to 128 characters, spaces count; not your email address, not one of the commonest passwords, and not one repeated character.'

@InputObject('ChangePasswordInput', 'Your current and your new password.')
export class ChangePasswordInput implements PasswordChange {
  @NonNull(String, 'Your current password.')
  readonly current!: string

  @NonNull(String, NEW_PASSWORD)
  readonly new!: string
}

@InputObject('UpdateProfileInput', 'Changes to your own user. Absent fields keep their values.')
export class UpdateProfileInput implements ProfileChange {
  @Nullable(String, 'The given name. Null is rejected.')
  readonly firstName?: string | null

  @Nullable(String, 'The family name. Null is rejected.')
  readonly lastName?: string | null

  @Nullable(
    String,
    'The telephone number, such as `+44 20 7946 0001`; without a country code, 3 to 15 digits. Stored as given. Null if unknown.',
  )
  readonly phoneNumber?: string | null

  @Nullable(String, 'Another telephone number, which is part of `profile`; null if unknown.')
  readonly telephone?: string | null

  @Nullable(String, 'The IANA time zone, such as `Europe/London`; null for UTC.')
  readonly timezone?: string | null
}

@InputObject(
  'UpdateNotificationPreferencesInput',
  'Changes to the mails that you get. Absent fields keep their values.',
)
export class UpdateNotificationPreferencesInput implements PreferencesChange {
  @Nullable([MailKindEnum], 'What you get a mail about; null for the default of your role.')
  readonly mails?: MailKind[] | null

  @Nullable([WeekdayEnum], 'The days of your digest; null or an empty list for none.')
  readonly digestDays?: Weekday[] | null

  @Nullable(Int, 'The hour of your digest, in your time zone: from 0 to 23; null for 7.')
  readonly digestHour?: number | null
}

@InputObject('RequestPasswordResetInput', 'The account whose password is forgotten.')
export class RequestPasswordResetInput {
  @NonNull(String, 'The email address to sign in with, case-insensitive.')
  readonly email!: string
}

@InputObject('ResetPasswordInput', 'A token from a mail, and the new password.')
export class ResetPasswordInput implements PasswordReset {
  @NonNull(
    String,
    'The token from the mail of `requestPasswordReset` or `inviteUser`. It can be used once, within an hour.',
  )
  readonly token!: string

  @NonNull(String, NEW_PASSWORD)
  readonly new!: string
}
