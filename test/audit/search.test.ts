import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explain, PLANNED, rowsRead } from '../db/plans/explain.js'
import { isSharded } from '../support/shards.js'
import { sentBy } from '../support/statements.js'
import { openLongLog, SEARCHES } from './long-log.js'

const server = process.env['DATABASE_URL'] ?? ''
const ENTRIES = 200_000

/** Reads three times as many as a page: the plans must not depend on how many entries the log has. */
const FEW = 1500

// Citus plans no statement for any values.
describe.skipIf(!server || isSharded)('a long audit log', () => {
  let log: Awaited<ReturnType<typeof openLongLog>>
  beforeAll(async () => {
    log = await openLongLog(server, ENTRIES)
  })
  afterAll(() => log.close())

  it.each(SEARCHES)('by %s finds all, and a page reads few', async (name) => {
    const { db, searches, ask } = log
    const search = searches[name]
    const [, found] = search
    expect((await ask(search, 'totalCount')).totalCount).toBe(found)
    const sent = await sentBy(db.pool, async () => {
      expect((await ask(search, 'nodes { at requestId }')).nodes).toHaveLength(Math.min(20, found))
    })
    const reads = sent.filter(({ text }) => text.includes('audit_entry'))
    expect(reads).not.toEqual([])
    for (const planned of PLANNED) {
      for (const statement of reads) {
        const plan = await explain(db.pool, statement, planned)
        expect(rowsRead(plan, new Set(['audit_entry'])), planned).toBeLessThan(FEW)
      }
    }
  })
})
