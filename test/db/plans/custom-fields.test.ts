import { v7 as newUuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customField } from '../../support/builders.js'
import { LARGE, SECOND } from './company-sizes.js'
import { nodesOf, PLANNED } from './explain.js'
import { MANY, openPlannedService, server } from './planned-service.js'

const serial = customField({ label: 'Serial number' })
const weight = customField({ label: 'Weight', kind: 'NUMBER' })
const made = customField({ label: 'Made', kind: 'DATE' })

/** The first type of the company has these fields, and a tenth of its assets are of this type. */
const OF_TYPE = LARGE.assets / LARGE.types

const query = (fieldId: string, condition: string) =>
  `{ assets(first: 20, filter: { customField: { fieldId: "${fieldId}", ${condition} } }) { totalCount nodes { id } } }`

describe.skipIf(!server)('on a server with many companies, a filter by a custom field', () => {
  let service: Awaited<ReturnType<typeof openPlannedService>>
  beforeAll(async () => {
    service = await openPlannedService()
    const { pool } = service.db
    await pool.query(
      `update asset_type set custom_fields = $2
       where company_id = $1 and id = (select min(id) from asset_type where company_id = $1)`,
      [SECOND.company, JSON.stringify([serial, weight, made])],
    )
    await pool.query(
      `update asset set meta_data = jsonb_build_object($2::text, 'SN-' || 1000000 + id,
         $3::text, (id % 1000)::text, $4::text, to_char(date '2020-01-01' + (id % 1000), 'YYYY-MM-DD'))
       where company_id = $1`,
      [SECOND.company, serial.fieldId, weight.fieldId, made.fieldId],
    )
    await pool.query('analyze asset, asset_type')
  })
  afterAll(() => service.close())

  describe.each(PLANNED)('planned %s', (planned) => {
    it.each([
      ['Serial number', serial.fieldId, `equals: "SN-${1_000_000 + SECOND.asset}"`],
      ['Weight', weight.fieldId, 'equals: "7.0"'],
      ['Serial number', serial.fieldId, `contains: "n-${1_000_000 + SECOND.asset}"`],
      ['unknown', newUuid(), 'equals: "x"'],
    ])('%s (%s) reads only what it finds: %s', async (_label, field, condition) => {
      const { ask, rowsReadBy } = service
      expect(await rowsReadBy(planned, () => ask(query(field, condition)))).toBeLessThan(MANY)
    })

    it.each([
      ['Serial number', serial.fieldId, 'contains: "N-1"'],
      ['Weight', weight.fieldId, 'between: { from: "3", to: "4.5" }'],
      ['Made', made.fieldId, 'between: { to: "2020-01-03" }'],
    ])('%s (%s) reads the assets of the type: %s', async (_label, field, condition) => {
      const { ask, plansOf, rowsReadByEach } = service
      const most = Math.max(...(await rowsReadByEach(planned, () => ask(query(field, condition)))))
      const plans = await plansOf(planned, () => ask(query(field, condition)))
      expect(most).toBeLessThan(OF_TYPE * 3)
      const scans = plans
        .flatMap(({ Plan }) => nodesOf(Plan))
        .filter((node) => node['Relation Name'] === 'asset')
      expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    })
  })
})
