import type { Domain, RecordKey } from '../domain.js'
import { omitUndefined } from '../omit-undefined.js'
import type { ValidationErrors } from '../validation-errors.js'
import { lockReference } from '../lock-reference.js'
import { riskIdOf } from '../risk/risk.js'
import { checkTimezone } from '../timezone.js'

/** What may be known of a site besides its name and client; null: unknown. */
export interface SiteDetails {
  /** Who answers for the site: an active user. */
  readonly managerId?: RecordKey | null | undefined
  /** Null: every part is unknown. */
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
  /** IANA zone in which local times of the site are read; null: UTC. */
  readonly timezone?: string | null | undefined
}

const NO_ADDRESS = { street: null, city: null, region: null, timezone: null }

/** The details that were given, checked. To be called in a transaction. */
export async function checkSiteDetails(tx: Domain, errors: ValidationErrors, input: SiteDetails) {
  const part = (name: 'street' | 'city' | 'region') =>
    errors.optionalText(['address', name], input.address?.[name])
  const address =
    input.address === null
      ? NO_ADDRESS
      : {
          street: part('street'),
          city: part('city'),
          region: part('region'),
          timezone: await checkTimezone(
            tx,
            errors,
            ['address', 'timezone'],
            input.address?.timezone,
          ),
        }
  return omitUndefined({
    ...address,
    managerId: await managerOf(tx, errors, input.managerId),
    riskId: riskIdOf(errors, 'riskLevel', input.riskLevel),
    legalName: errors.optionalText('legalName', input.legalName),
    registrationNumber: errors.optionalText('registrationNumber', input.registrationNumber, 64),
    vatNumber: errors.optionalText('vatNumber', input.vatNumber, 64),
  })
}

async function managerOf(tx: Domain, errors: ValidationErrors, key: RecordKey | null | undefined) {
  const id = await lockReference(tx, errors, 'managerId', 'User', key)
  if (id) {
    const { companyId } = tx.viewer
    const inactive = await tx.prisma.user.findFirst({ where: { id, companyId, active: false } })
    if (inactive) errors.add('INVALID', 'managerId', 'This user is not active.')
  }
  return id
}
