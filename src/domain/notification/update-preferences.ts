import { authorise } from '../access/authorise.js'
import { storedLimit } from '../api-key/api-key-limits.js'
import { type Changed, type Domain, inTransaction } from '../domain.js'
import { requireForUpdate } from '../record/require-record.js'
import type { Expectation } from '../record/stale.js'
import { sendChange, changes } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import type { MailKind, Weekday } from './mail-kinds.js'

/** Which mails the viewer wants. Undefined leaves a field unchanged. */
export interface PreferencesChange extends Expectation {
  /** Null: those of the role. */
  readonly mails?: readonly MailKind[] | null | undefined
  /** The days of a digest. Null or none: no digest. */
  readonly digestDays?: readonly Weekday[] | null | undefined
  /** The hour of a digest, in the user's time zone. Null: 7. */
  readonly digestHour?: number | null | undefined
}

/** Changes which mails the viewer gets. A digest whose time was before the change is not written. */
export async function updateNotificationPreferences(
  domain: Domain,
  input: PreferencesChange,
): Promise<Changed> {
  authorise(domain.viewer, 'updateNotificationPreferences')
  return inTransaction(domain, async (tx) => {
    const locked = await requireForUpdate(tx, 'User', tx.viewer.userId, input)
    const errors = new ValidationErrors(tx)
    const digestHour = errors.integer('digestHour', input.digestHour, 0, 23)
    errors.throwIfAny()
    const mailKinds = unique(input.mails)
    const days = input.digestDays?.length === 0 ? null : unique(input.digestDays)
    const isMoved = changes(locked, { digestDays: days, digestHour })
    return sendChange(tx, 'User', locked, {
      mailKinds: storedLimit(mailKinds),
      digestDays: storedLimit(days),
      digestHour,
      ...(isMoved && { digestedAt: tx.now() }),
    })
  })
}

const unique = <Value extends string>(values: readonly Value[] | null | undefined) =>
  values && [...new Set(values)]
