import { beforeAll, expect, it } from 'vitest'
import { newAsset, newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'

const past = new Date('2026-01-20T00:00:00Z')

/** The conditions that decide the status. */
const inputs = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  ...(bits & 1 && { decommissionedAt: past }),
  defective: (bits & 2) > 0,
  ...(bits & 4 && { nextInspection: past }),
}))

const statuses = ['DECOMMISSIONED', 'DEFECTIVE', 'OVERDUE', 'OK']
const subsets = Array.from({ length: 2 ** statuses.length }, (_, bits) =>
  statuses.filter((_status, index) => bits & (1 << index)),
)

interface Asset {
  readonly id: string
  readonly status: string
}

let all: readonly Asset[]
let find: (filter: object) => Promise<readonly Asset[]>

beforeAll(async () => {
  const company = await newCompany(testDatabase())
  for (const input of inputs) await newAsset(company, input)
  const run = graph(company.admin)
  find = async (filter) => {
    const query = 'query ($filter: AssetFilter) { assets(filter: $filter) { nodes { id status } } }'
    const { data } = await run(query, { filter })
    return (data as { assets: { nodes: Asset[] } }).assets.nodes
  }
  all = await find({})
})

it('has assets of each status', () => {
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(statuses))
})

it.each(subsets.map((subset) => [subset]))(
  'filters by %j as the field `status` of each asset says',
  async (subset) => {
    const expected = all.filter(({ status }) => subset.includes(status))
    expect(await find({ statuses: subset })).toEqual(expected)
    const others = all.filter(({ status }) => !subset.includes(status))
    expect(await find({ not: { statuses: subset } })).toEqual(others)
  },
)
