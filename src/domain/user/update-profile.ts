import { authorise } from '../access/authorise.js'
import { type Changed, type Domain, inTransaction } from '../domain.js'
import { requireForUpdate } from '../record/require-record.js'
import type { Expectation } from '../record/stale.js'
import { sendChange } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkTelephone } from './telephone.js'
import { checkUserDetails } from './user-details.js'
import { changeUserProfile } from './user-profile.js'

/** The fields that users may change in their own record. Undefined leaves a field unchanged. */
export interface ProfileChange extends Expectation {
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly phoneNumber?: string | null | undefined
  /** The second telephone number, which is part of the contact details. */
  readonly telephone?: string | null | undefined
  /** IANA time zone; null: UTC. */
  readonly timezone?: string | null | undefined
}

/** Updates the viewer's own record. Only admins can change the other fields of a user: `updateUser`. */
export async function updateProfile(domain: Domain, input: ProfileChange): Promise<Changed> {
  authorise(domain.viewer, 'updateProfile')
  return inTransaction(domain, async (tx) => {
    const { userId } = tx.viewer
    const locked = await requireForUpdate(tx, 'User', userId, input)
    const errors = new ValidationErrors()
    const firstName = errors.text('firstName', input.firstName)
    const lastName = errors.text('lastName', input.lastName)
    const telephone = checkTelephone(errors, 'telephone', input.telephone)
    const { timezone, phoneNumber } = input
    const details = await checkUserDetails(tx, errors, { timezone, phoneNumber })
    errors.throwIfAny()

    const partsChanged =
      telephone !== undefined && (await changeUserProfile(tx, userId, { telephone }))
    return sendChange(tx, 'User', locked, { firstName, lastName, ...details }, { partsChanged })
  })
}
