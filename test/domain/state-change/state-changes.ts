import { tickStates } from '../../../src/domain/state-change/ticker.js'
import type { TestCompany } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The time so many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

/** The state changes of a record, or of the company: `kind from>to cause`, in the order in which they were written. */
export async function changesOf({ companyId }: TestCompany, recordId?: string): Promise<string[]> {
  const rows = await testDatabase().prisma.stateChange.findMany({
    where: { companyId, ...(recordId && { recordId }) },
    orderBy: [{ recordId: 'asc' }, { kind: 'asc' }, { number: 'asc' }],
  })
  return rows.map(
    ({ kind, fromState, toState, cause }) => `${kind} ${fromState}>${toState} ${cause}`,
  )
}

/** The times of these changes. */
export const timesOf = async ({ companyId }: TestCompany, recordId: string) =>
  (
    await testDatabase().prisma.stateChange.findMany({
      where: { companyId, recordId },
      orderBy: { number: 'asc' },
    })
  ).map(({ at }) => at)

/** Forgets when the last tick was, so that the next one begins immediately; by default as if it had been a minute ago. */
export const resetTicker = (tickedAt: Date | null = new Date(Date.now() - 60_000)) =>
  testDatabase().pool.query(
    'update service_state set ticked_at = $1, tick_until = null, tick_company = 0, tick_after = null',
    [tickedAt],
  )

/** Forgets when the last tick was, unless one is in progress. */
export const endPause = () =>
  testDatabase().pool.query(
    `update service_state set ticked_at = now() - interval '1 minute' where tick_until is null`,
  )

/** Continues the tick at a time for as long as there is more to do. Not to its end if another instance ticks, or while a write has locked a record. */
export async function tickOn(now: Date = new Date()): Promise<void> {
  while (await tickStates(serviceDatabase(), now));
}

/** Lets the clock of the ticker tick at a time, after a tick at another time. */
export async function tick(now: Date = new Date(), tickedAt?: Date | null): Promise<void> {
  await resetTicker(tickedAt === undefined ? new Date(+now - 60_000) : tickedAt)
  await tickOn(now)
}
