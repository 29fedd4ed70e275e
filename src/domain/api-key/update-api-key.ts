import { Prisma } from '../../db/generated/prisma/client.js'
import { authorise } from '../access/policy.js'
import { type Changed, type Domain, inTransaction, type TransactionDomain } from '../domain.js'
import { idAndUuid } from '../record/record-key.js'
import { columnsOf, type LockedRow, requireFound } from '../record/require-record.js'
import { rejectStale } from '../record/stale.js'
import type { Change } from '../record/update-record.js'
import { changeRecord, changes } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkLimits, storedLimit } from './api-key-limits.js'
import type { NewApiKey } from './create-api-key.js'

/** The user that a key acts for cannot be changed. */
export type ApiKeyChange = Change<Omit<NewApiKey, 'actsAs'>>

/**
 * Updates an API key of the company that is not revoked. New limits apply to the next request with the key, and to that of
 * each session that was opened with it. Throws StaleError.
 */
export async function updateApiKey(domain: Domain, input: ApiKeyChange): Promise<Changed> {
  authorise(domain.viewer, 'updateApiKey')
  return inTransaction(domain, async (tx) => {
    const locked = await lockApiKey(tx, input)
    const errors = new ValidationErrors(domain)
    const name = errors.text('name', input.name)
    const limits = checkLimits(errors, input, domain.now())
    if (locked.revoked_at) errors.add('WRONG_STATE', 'id', 'This API key is revoked.')
    if (locked.acts_as_id !== null && limits.scopes === null) {
      errors.add('REQUIRED', 'scopes', 'A key that acts for a user needs scopes.')
    }
    errors.throwIfAny()
    if (!changes('ApiKey', locked, { name, ...limits })) return { id: locked.id }
    const scopes = storedLimit(limits.scopes)
    const addressRanges = storedLimit(limits.addressRanges)
    const data = { name, ...limits, scopes, addressRanges }
    return changeRecord(tx, 'ApiKey', locked, data, { partsChanged: true })
  })
}

async function lockApiKey({ prisma, viewer }: TransactionDomain, input: ApiKeyChange) {
  const [id, uuid] = idAndUuid(input.id)
  const condition = uuid === null ? Prisma.sql`id = ${id}` : Prisma.sql`uuid = ${uuid}::uuid`
  const [row] = await prisma.$queryRaw<ApiKeyRow[]>`
    select ${Prisma.raw(columnsOf('ApiKey'))}, false as removed, updated_at as "updatedAt" from api_key
    where ${condition} and company_id = ${viewer.companyId}
    for update`
  const found = requireFound('ApiKey', row, () => false)
  rejectStale(found, input)
  return found
}

/** The row of a key, with the names of its columns. */
interface ApiKeyRow extends LockedRow {
  readonly updatedAt: Date
  readonly revoked_at: Date | null
  readonly acts_as_id: number | null
}
