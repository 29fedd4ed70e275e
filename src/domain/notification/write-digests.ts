import { v7 as newUuid } from 'uuid'
import type { Database, TransactionDatabase } from '../../db/connect.js'
import type { Log } from '../../log/log.js'
import { findWork, type WorkDatabase } from '../find-work.js'
import { startWorker } from '../worker.js'
import { DEFAULT_HOUR } from './mail-kinds.js'

/** How often an instance looks for digests that are due. */
const INTERVAL_MS = 30_000

/** Writes a notice for each digest whose time has come. Every instance runs it. */
export const startDigests = (db: WorkDatabase & Pick<Database, 'forCaller'>, log: Log) =>
  startWorker({
    next: () => writeDigests(db),
    intervalMs: INTERVAL_MS,
    log,
    failure: 'The digests that are due could not be read',
  })

/**
 * Writes the digests that are due at `now` of up to ten companies, in one transaction for each with what says that they are written: each
 * digest once, over all instances. After an outage, each user gets one, not one for each day. Returns whether there may be more.
 */
export async function writeDigests(
  db: WorkDatabase & Pick<Database, 'forCaller'>,
  now: Date = new Date(),
): Promise<boolean> {
  const companies = await findWork<{ companyId: number }>(db, {
    name: 'companies-of-due-digests',
    text: 'select companies_of_due_digests($1, $2) as "companyId"',
    values: [now],
  })
  for (const { companyId } of companies) {
    await db.forCaller({ companyId }).transaction((tx) => writeDigestsOf(tx, companyId, now))
  }
  return companies.length > 0
}

async function writeDigestsOf(tx: TransactionDatabase, companyId: number, now: Date) {
  const { rows: due } = await tx.write<{ id: number; uuid: string }>({
    name: 'move-digests',
    text: MOVE,
    values: [companyId, now],
  })
  if (due.length === 0) return
  await tx.write({
    name: 'insert-digests',
    text: INSERT,
    values: [
      ...[companyId, due.map(() => newUuid()), due.map(({ id }) => id)],
      ...[due.map(({ uuid }) => uuid), now],
    ],
  })
}

const NEWEST = `newest_digest(u.digest_days, coalesce(u.digest_hour, ${DEFAULT_HOUR}), u.timezone, $2::timestamptz)`

// Of concurrent statements, the second one waits for the first one, and then finds that `digested_at` has changed.
const MOVE = `
update app_user as u set digested_at = ${NEWEST}
where u.company_id = $1::int and u.digest_days is not null and u.active and u.deleted_at is null
  and coalesce(u.digested_at, u.created_at) < ${NEWEST}
returning u.id, u.uuid`

const INSERT = `
insert into notice (company_id, uuid, user_id, about, record_id, events, created_at, next_attempt_at)
select company.id, n.uuid, n.user_id, 'Digest', n.record_id, '[{"kind": "DIGEST"}]', $5::timestamptz, $5
from company cross join unnest($2::uuid[], $3::int[], $4::uuid[]) as n (uuid, user_id, record_id)
where company.id = $1::int
on conflict (company_id, user_id, record_id) where attempts = 0 do nothing`
