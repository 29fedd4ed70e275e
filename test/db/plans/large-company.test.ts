import { v7 as newUuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LARGE } from './company-sizes.js'
import { describePlan } from './describe-plan.js'
import { nodesOf, PLANNED, rowsRead } from './explain.js'
import { FIELDS } from './grow-company.js'
import { openPlannedService, server } from './planned-service.js'

/** How many assets one of the companies has in addition. `npm run load -- plans` sets a million, and prints the plans. */
const ASSETS = Number(process.env['PLANS_ASSETS'] ?? 20_000)
const isPrinted = process.env['PLANS_ASSETS'] !== undefined

const { serial, weight, made, wired, colour } = FIELDS
const custom = (fieldId: string, condition: string) =>
  `customField: { fieldId: "${fieldId}", ${condition} }`
const range = (days: number) => {
  const at = (day: number) => new Date(Date.now() + day * 86_400_000).toISOString()
  return `nextInspectionDueAt: { from: "${at(0)}", to: "${at(days)}" }`
}

const ASSET = new Set(['asset'])

/** The assets that the company has like the others, read twice. */
const OTHERS = 2 * LARGE.assets

const DUE = ', orderBy: [{ field: NEXT_INSPECTION_DUE_AT }]'

/** Filters, the order of their page, and the share of all assets that the page or the count may read. */
const cases = [
  ['overdue: true', '', 0.1],
  ['overdue: true', DUE, 0.1],
  ['overdue: false', DUE, 1],
  ['statuses: [OVERDUE]', DUE, 0.1],
  ['dueWithin: "P1D"', DUE, 0.1],
  ['dueWithin: "P30D"', '', 0.5],
  ['dueWithin: "P30D"', DUE, 0.5],
  [range(7), DUE, 0.15],
  // In a small company, reading an index of all its assets is as cheap as finding those without an inspection.
  ['neverInspected: true', '', isPrinted ? 0.02 : 1],
  ['neverInspected: false', '', 1],
  ['neverInspected: true, overdue: true', '', 0.1],
  [custom(serial.fieldId, `equals: "SN-1000010"`), '', 0.01],
  [custom(serial.fieldId, `contains: "n-10000"`), '', 0.02],
  [custom(serial.fieldId, `contains: "N-1"`), '', 0.15],
  [custom(weight.fieldId, 'equals: "7.0"'), '', 0.01],
  [custom(weight.fieldId, 'between: { from: "3", to: "4.5" }'), '', 0.15],
  [custom(weight.fieldId, 'between: { from: "3" }'), '', 0.15],
  [custom(made.fieldId, 'between: { to: "2010-01-31" }'), '', 0.15],
  [custom(wired.fieldId, 'equals: "true"'), '', 0.15],
  [custom(colour.fieldId, 'equals: "Red"'), '', 0.15],
  [custom(newUuid(), 'equals: "x"'), '', 0.01],
] as const

describe.skipIf(!server)('in a company with many more assets than the others', () => {
  let service: Awaited<ReturnType<typeof openPlannedService>>
  beforeAll(async () => {
    service = await openPlannedService({ moreAssets: ASSETS })
  }, 3_600_000)
  afterAll(() => service.close())

  it.each(cases)('%s%s is read by indexes', async (filter, order, share) => {
    const { askOne, plansOf } = service
    const queries = {
      page: `{ assets(first: 20, filter: { ${filter} }${order}) { nodes { id } } }`,
      count: `{ assets(filter: { ${filter} }) { totalCount } }`,
    }
    for (const [name, query] of Object.entries(queries)) {
      await askOne('sql', query)
      const start = performance.now()
      const data = await askOne<{ assets: { totalCount?: number } }>('sql', query)
      const ms = performance.now() - start
      for (const planned of PLANNED) {
        const plans = await plansOf(planned, () => askOne('sql', query))
        if (isPrinted && planned === 'for any values') {
          const found = data.assets.totalCount
          console.info(
            `${filter}${order}: ${name}${found === undefined ? '' : ` ${found}`}, ${ms.toFixed(1)} ms\n${plans.map(({ Plan }) => describePlan(Plan)).join('\n')}`,
          )
        }
        const read = Math.max(...plans.map((plan) => rowsRead(plan, ASSET)))
        expect
          .soft(read, `${name}, planned ${planned}`)
          .toBeLessThanOrEqual(ASSETS * share + OTHERS)
        const scans = plans
          .flatMap(({ Plan }) => nodesOf(Plan))
          .filter((node) => node['Relation Name'] === 'asset')
        if (share < 1) expect.soft(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan')
      }
    }
  })
})
