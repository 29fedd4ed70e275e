import type { QueryConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentBy } from '../../support/statements.js'
import { SECOND } from './company-sizes.js'
import { buffersUsed, PLANNED, type Planned, rowsRead } from './explain.js'
import { openPlannedService, server } from './planned-service.js'
import { type NamedIds, repeatedDocuments } from './repeated-documents.js'

/** The third call may send one statement for each root field, if the second took long. */
const TIMES = ['first', 'third'] as const

/**
 * How much more than the resolvers an SQL answer may read. The constant is per statement, which checks the credentials
 * too.
 */
const ROWS = { factor: 1.1, constant: 10 }
const BUFFERS = { factor: 1.25, constant: 40 }

describe.skipIf(!server)('on a server with many companies', () => {
  let service: Awaited<ReturnType<typeof openPlannedService>>
  let ids: NamedIds
  beforeAll(async () => {
    service = await openPlannedService()
    const uuids = async (table: string, first: number, count: number) => {
      const { rows } = await service.db.pool.query<{ uuid: string }>(
        `select uuid from ${table} where id >= $1 order by id limit $2`,
        [first, count],
      )
      return rows.map(({ uuid }) => uuid)
    }
    const [site = ''] = await uuids('site', SECOND.site, 1)
    ids = { assets: await uuids('asset', SECOND.asset, 20), site }
  })
  afterAll(() => service.close())

  /** The reading statements of one call, except the one that authenticates. */
  const readsOf = async (executor: 'sql' | 'resolvers', query: string) => {
    const sent = await sentBy(service.db.pool, () => service.askOne(executor, query))
    return sent.filter(
      ({ name, text }) => !name?.startsWith('authenticate') && /^\s*(select|with)/i.test(text),
    )
  }

  const workOf = async (planned: Planned, statements: readonly QueryConfig[]) => {
    const plans = await service.explainAll(planned, statements)
    return {
      rows: sum(plans.map((plan) => rowsRead(plan))),
      buffers: sum(plans.map(buffersUsed)),
    }
  }

  it.each(repeatedDocuments)(
    'an SQL answer reads no more than the resolvers: %s',
    async (_name, text) => {
      const query = text(ids)
      const resolved = await readsOf('resolvers', query)
      expect(resolved).not.toEqual([])
      const first = await readsOf('sql', query)
      await service.askOne('sql', query)
      const answers = { first, third: await readsOf('sql', query) }
      for (const planned of PLANNED) {
        const before = await workOf(planned, resolved)
        for (const time of TIMES) {
          const count = answers[time].length
          const after = await workOf(planned, answers[time])
          const place = `${time} call, planned ${planned}`
          expect.soft(count, `statements, ${place}`).toBeLessThanOrEqual(resolved.length)
          expect
            .soft(after.rows, `rows, ${place}`)
            .toBeLessThanOrEqual(most(before.rows, ROWS, count))
          expect
            .soft(after.buffers, `buffers, ${place}`)
            .toBeLessThanOrEqual(most(before.buffers, BUFFERS, count))
        }
      }
    },
  )
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const most = (first: number, { factor, constant }: typeof ROWS, statements: number) =>
  first * factor + constant * statements
