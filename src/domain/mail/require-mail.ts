import { ValidationErrors } from '../validation-errors.js'

/** Whether the service is configured to send mail. */
export interface MailAbility {
  readonly sendsMail: boolean
}

/** Throws INVALID, with an error that belongs to no field, if the service is not configured to send mail. */
export function requireMail({ sendsMail }: MailAbility): void {
  const errors = new ValidationErrors()
  if (!sendsMail) {
    errors.add(
      'NOT_ALLOWED',
      [],
      'This needs mail, and the service is not configured to send mail.',
    )
  }
  errors.throwIfAny()
}
