import { v7 as newUuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECOND } from './company-sizes.js'
import { PLANNED } from './explain.js'
import { filters, keyOf } from './lists.js'
import { openPlannedService, server } from './planned-service.js'

const queries = [
  `{ company { stats { assets jobs checklists checks sites clients users totalStorage } } }`,
  `{ sites { nodes { zonesCount assetsCount openJobsCount failing
       assets(first: 5) { totalCount nodes { status customFieldValues { value } documents: barcode { data } } }
       jobs(first: 5) { totalCount nodes { zones(first: 5) { nodes { assetsCount } } technician { role } } }
       zones(first: 5) { totalCount nodes { jobs(first: 5) { nodes { id } } assets(first: 5) {
         nodes { type { name } risk { level } barcode { data } zone { site { client { legalName } } } } } } } } } }`,
  `{ users { nodes { role sitesCount inspectionsCount technicalJobsCount } } }`,
  `{ clients { nodes { sitesCount } } assetTypes { nodes { assetsCount } } zoneTypes { nodes { zonesCount } } }`,
  `{ byCode: asset(by: { code: "A-7" }) { id } byBarcode: asset(by: { barcode: "B-7" }) { id } }`,
  `{ assets(first: 10, filter: { overdue: true }, orderBy: [{ field: NEXT_INSPECTION_DUE_AT }]) { totalCount nodes { id } } }`,
  `{ jobs(first: 10, filter: { statuses: [SCHEDULED] }, orderBy: [{ field: SCHEDULED_START }]) { nodes { id } } }`,
  `{ sites(first: 5) { nodes { assetStatistics(groupBy: [STATUS]) { nodes { status count } }
       jobStatistics(bucket: { field: SCHEDULED_START, unit: YEAR }) { nodes { count } } } } }`,
  `{ clients(first: 5) { nodes { assetStatistics(groupBy: [ZONE]) { nodes { zone { name } count } }
       jobStatistics(groupBy: [TECHNICIAN]) { nodes { technician { fullName } sumMinutes } } } } }`,
  `{ users(first: 5) { nodes { assetStatistics { nodes { count } } jobStatistics(groupBy: [SITE]) { nodes { site { name } } }
       inspectionStatistics(groupBy: [OUTCOME]) { nodes { outcome count } } } } }`,
  `{ nodes(ids: ["${newUuid()}"]) { id } }`,
]

/** Statistics read all records of the company: for a large one, PostgreSQL may prefer to read the whole table. */
const statistics = [
  `{ assetStatistics(groupBy: [RISK_LEVEL, STATUS]) { nodes { riskLevel status count } } }`,
  `{ assetStatistics(filter: { defective: true }, groupBy: [SITE]) { nodes { site { name } count } } }`,
  `{ assetStatistics(filter: { overdue: true }, bucket: { field: NEXT_INSPECTION_DUE_AT, unit: WEEK }) { nodes { count } } }`,
  `{ jobStatistics(groupBy: [TECHNICIAN, STATUS]) { nodes { technician { fullName } status sumMinutes } } }`,
  `{ inspectionStatistics(groupBy: [CLIENT, JOB_TYPE], bucket: { field: INSPECTED_AT, unit: MONTH }) {
       nodes { client { legalName } jobType { id } passRate } } }`,
]

const paths = [
  ['set_a', '/api/assets'],
  ['set_a', '/api/assets?search=A-77&defective=1&overdue=1'],
  ['set_a', '/api/assets?search=A-77'],
  ['set_a', '/api/assets?search=777'],
  ['set_a', '/api/sites?search=Site 7'],
  ['set_a', '/api/users?search=Person 7'],
  ['set_a', '/api/asset-types/list'],
  ['set_a', '/api/asset-groups'],
  ['set_b', '/v1/assets?pageSize=100&pageIndex=0'],
  ['set_b', '/v1/assets?pageSize=100&pageIndex=10'],
  ['set_b', '/v1/sites?pageSize=100&pageIndex=0'],
  ['set_b', '/v1/users?pageSize=100&pageIndex=0'],
  ['set_b', '/v1/clients?pageSize=100&pageIndex=0'],
  ['set_b', '/v1/zones?pageSize=100&pageIndex=0&id=SITE'],
  ['set_b', '/v1/jobs?pageSize=100&pageIndex=0&id=SITE'],
  ['set_b', '/v1/sites/SITE'],
] as const

describe.skipIf(!server)('on a server with many companies, no big table is scanned', () => {
  let service: Awaited<ReturnType<typeof openPlannedService>>
  let siteId: string
  beforeAll(async () => {
    service = await openPlannedService()
    const { rows } = await service.db.pool.query<{ uuid: string }>(
      'select uuid from site where id = $1',
      [SECOND.site],
    )
    siteId = rows[0]?.uuid ?? ''
  })
  afterAll(() => service.close())

  describe.each(PLANNED)('planned %s', (planned) => {
    it.each(filters)(
      'for %s and their number with the filter %s: %s',
      async (list, field, value) => {
        const query = `{ ${list}(first: 20, filter: { ${field}: ${value} }) { totalCount nodes { ${keyOf(list)} } } }`
        expect(await service.scansOf(planned, () => service.ask(query))).toEqual([])
      },
    )

    it.each(queries)('for %s', async (query) => {
      expect(await service.scansOf(planned, () => service.ask(query))).toEqual([])
    })

    it.each(statistics)('by a small company for %s', async (query) => {
      expect(await service.scansOf(planned, () => service.ask(query, 'small'))).toEqual([])
    })

    it.each(paths)('for %s GET %s', async (client, path) => {
      const url = encodeURI(path.replace('SITE', siteId))
      expect(await service.scansOf(planned, () => service.get(client, url))).toEqual([])
    })
  })
})
