import type { RecordKey, TransactionDomain } from '../domain.js'
import { riskIdOf } from '../risk/risk.js'
import { checkTimezone } from '../timezone.js'
import { lockActiveUser } from '../user/lock-active-user.js'
import type { ValidationErrors } from '../validation-errors.js'

/** The optional fields of a site; null: unknown. */
export interface SiteDetails {
  /** The user responsible for the site. The user must be active. */
  readonly managerId?: RecordKey | null | undefined
  /** Null clears every part. */
  readonly address?: SiteAddress | null | undefined
  readonly riskLevel?: string | null | undefined
  readonly legalName?: string | null | undefined
  readonly registrationNumber?: string | null | undefined
  readonly vatNumber?: string | null | undefined
}

export interface SiteAddress {
  readonly street?: string | null | undefined
  readonly city?: string | null | undefined
  readonly region?: string | null | undefined
  /** The IANA time zone of the site's local times; null: UTC. */
  readonly timezone?: string | null | undefined
}

const UNCHANGED = { street: undefined, city: undefined, region: undefined, timezone: undefined }
const NO_ADDRESS = { street: null, city: null, region: null, timezone: null }

/** Checks the optional fields, and begins to lock the manager. Call it in a transaction. */
export function checkSiteDetails(
  tx: TransactionDomain,
  errors: ValidationErrors,
  input: SiteDetails,
) {
  return {
    ...checkAddress(tx, errors, input.address),
    managerId: lockActiveUser(tx, errors, 'managerId', input.managerId),
    riskId: riskIdOf(errors, input.riskLevel),
    legalName: errors.optionalText('legalName', input.legalName),
    registrationNumber: errors.optionalText('registrationNumber', input.registrationNumber, 64),
    vatNumber: errors.optionalText('vatNumber', input.vatNumber, 64),
  }
}

function checkAddress(
  tx: TransactionDomain,
  errors: ValidationErrors,
  address: SiteDetails['address'],
) {
  if (address === undefined) return UNCHANGED
  if (address === null) return NO_ADDRESS
  return {
    street: errors.optionalText(['address', 'street'], address.street),
    city: errors.optionalText(['address', 'city'], address.city),
    region: errors.optionalText(['address', 'region'], address.region),
    timezone: checkTimezone(tx, errors, ['address', 'timezone'], address.timezone),
  }
}
