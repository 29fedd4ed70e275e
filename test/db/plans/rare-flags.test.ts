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
        expect(await rowsReadBy(planned, () => ask(query)), order).toBeLessThan(MANY)
      }
    })

    it.each(flags)('totalCount of %s { %s } uses an index', async (list, filter) => {
      const { ask, plansOf, rowsReadByEach } = service
      const query = `{ ${list}(filter: { ${filter} }) { totalCount } }`
      const data = await ask<Record<string, { totalCount: number }>>(query)
      const total = data[list]?.totalCount ?? 0
      expect(total).toBeGreaterThan(20)
      const most = Math.max(...(await rowsReadByEach(planned, () => ask(query))))
      expect(most).toBeLessThanOrEqual(total * 1.05 + CREDENTIALS)
      const scans = (await plansOf(planned, () => ask(query)))
        .flatMap(({ Plan }) => nodesOf(Plan))
        .filter((node) => node['Relation Name'] === tables[list])
      expect(new Set(scans.map((node) => node['Node Type']))).toEqual(new Set(['Index Only Scan']))
    })
  })
})
