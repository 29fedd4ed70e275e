import { expect, vi } from 'vitest'
import type { Domain } from '../../src/domain/domain.js'
import { findEnd } from '../../src/domain/change-feed/read-changes.js'

const PATIENCE = { timeout: 500_000 }

/**
 * Waits until those that follow the log of a company see all of it: not before the transactions of other tests on the same server have ended
 * that are older.
 */
export async function untilSettled({ db, viewer }: Pick<Domain, 'db' | 'viewer'>): Promise<void> {
  const { companyId } = viewer
  const own = db.forCaller({ companyId })
  const { rows } = await own.write<{ newest: string }>({
    text: `
      select greatest(0,
        (select max(a.transaction_id) from audit_entry a where a.company_id = $1),
        (select max(s.transaction_id) from state_change s where s.company_id = $1))::text as newest`,
    values: [companyId],
  })
  const newest = BigInt(rows[0]!.newest)
  await vi.waitFor(async () => {
    const { transactionId } = await findEnd(own, companyId, 'write')
    expect(BigInt(transactionId)).toBeGreaterThan(newest)
  }, PATIENCE)
}
