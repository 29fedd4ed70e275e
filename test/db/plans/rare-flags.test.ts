import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodesOf, PLANNED } from './explain.js'
import { MANY, openPlannedService, server } from './planned-service.js'

/** Each filter by a rare flag, with the orders that an index supports. */
const flags = [
  ['assets', 'defective: true', ['ID ASC', 'CREATED_AT DESC', 'LAST_INSPECTED_AT DESC']],
  ['assets', 'defective: true, riskLevels: [CRITICAL]', ['ID ASC', 'CREATED_AT DESC']],
  ['assets', 'statuses: [DEFECTIVE]', ['ID ASC', 'CREATED_AT DESC', 'LAST_INSPECTED_AT DESC']],
  ['assets', 'statuses: [DEFECTIVE], riskLevels: [CRITICAL]', ['ID ASC', 'CREATED_AT DESC']],
  ['assets', 'statuses: [DECOMMISSIONED]', ['ID ASC']],
  ['assets', 'overdue: true', ['NEXT_INSPECTION_DUE_AT ASC']],
  ['assets', 'dueWithin: "P1D"', ['NEXT_INSPECTION_DUE_AT ASC']],
  ['assets', 'statuses: [OVERDUE]', ['NEXT_INSPECTION_DUE_AT ASC']],
  ['assets', 'riskLevels: [CRITICAL]', ['ID ASC']],
  ['jobs', 'statuses: [SCHEDULED]', ['ID ASC', 'SCHEDULED_START ASC']],
  ['jobs', 'statuses: [SCHEDULED, IN_PROGRESS, PAUSED]', ['ID ASC', 'SCHEDULED_START ASC']],
  ['inspections', 'outcomes: [FAILED]', ['INSPECTED_AT DESC']],
] as const

const tables = { assets: 'asset', jobs: 'job', inspections: 'inspection' }

/** A count also reads the session's user. */
const CREDENTIALS = 5

/** For due dates, the types of the company, two reads of a page of each, and the time zones of the assets on it. */
const MANY_OF_TYPES = 8 * MANY

/** In the middle of the list, the assets of the ten days around its due dates, too: there is one an hour. */
const MANY_OF_DAYS = 20 * MANY
const isDue = (filter: string) => /overdue|due|OVERDUE/.test(filter)

describe.skipIf(!server)('on a server with many companies', () => {
  let service: Awaited<ReturnType<typeof openPlannedService>>
  beforeAll(async () => {
    service = await openPlannedService()
  })
  afterAll(() => service.close())

  describe.each(PLANNED)('planned %s', (planned) => {
    it.each(flags)('a page of %s { %s } reads only its own rows', async (list, filter, orders) => {
      const { ask, rowsReadBy } = service
      for (const order of orders) {
        const [field, direction] = order.split(' ')
        const orderBy =
          field === 'ID' ? '' : `, orderBy: [{ field: ${field}, direction: ${direction} }]`
        const query = `{ ${list}(first: 20, filter: { ${filter} }${orderBy}) { nodes { id } } }`
        const most = isDue(filter) ? MANY_OF_TYPES : MANY
        expect(await rowsReadBy(planned, () => ask(query)), order).toBeLessThan(most)
      }
    })

    it('pages by due date read few assets of each type', async () => {
      const { ask, rowsReadBy } = service
      const page = (which: string) =>
        `{ assets(first: 20${which}, orderBy: [{ field: NEXT_INSPECTION_DUE_AT }]) { nodes { id } pageInfo { endCursor } } }`
      const data = await ask<{ assets: { pageInfo: { endCursor: string } } }>(
        page(', offset: 1500'),
      )
      for (const which of ['', `, after: "${data.assets.pageInfo.endCursor}"`])
        expect(await rowsReadBy(planned, () => ask(page(which)))).toBeLessThan(MANY_OF_DAYS)
    })

    it.each(flags)('totalCount of %s { %s } uses an index', async (list, filter) => {
      const { ask, plansOf, rowsReadByEach } = service
      const query = `{ ${list}(filter: { ${filter} }) { totalCount } }`
      const data = await ask<Record<string, { totalCount: number }>>(query)
      const total = data[list]?.totalCount ?? 0
      expect(total).toBeGreaterThan(20)
      const most = Math.max(...(await rowsReadByEach(planned, () => ask(query))))
      expect(most).toBeLessThanOrEqual(total * 1.05 + (isDue(filter) ? MANY : CREDENTIALS))
      const scans = (await plansOf(planned, () => ask(query)))
        .flatMap(({ Plan }) => nodesOf(Plan))
        .filter((node) => node['Relation Name'] === tables[list])
      expect(new Set(scans.map((node) => node['Node Type']))).toEqual(new Set(['Index Only Scan']))
    })
  })
})
