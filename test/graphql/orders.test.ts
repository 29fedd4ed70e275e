import { describe, expect, it } from 'vitest'
import {
  newAsset,
  newAssetType,
  newChecklist,
  newClient,
  newCompany,
  newDocument,
  newJob,
  newJobType,
  newSite,
  newUser,
  newZone,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'

const db = testDatabase()

/** In the order of the root collation of ICU. By bytes, all names after `Zebra` would come after it. */
const NAMES = ['a', 'Apple', 'École', 'Zebra'] as const
/** The order in which the tests create records with these names, twice each. */
const CREATED = ['Zebra', 'École', 'a', 'Apple', 'École', 'Zebra', 'Apple', 'a']

/** All values of a list in an order, read in pages of three, forward and backward. */
async function pagesOf(company: TestCompany, list: string, field: string, selection: string) {
  const ask = graph(company.admin)
  const read = async (direction: 'ASC' | 'DESC', size: 'first' | 'last') => {
    const values: unknown[] = []
    let cursor = ''
    for (;;) {
      const { data, errors } = await ask(
        `{ ${list}(${size}: 3 ${cursor} orderBy: [{ field: ${field}, direction: ${direction} }]) {
          nodes { ${selection} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      )
      expect(errors).toBeUndefined()
      const { nodes, pageInfo } = data[list]
      if (size === 'first') values.push(...nodes)
      else values.unshift(...nodes)
      if (!(size === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return values
      cursor =
        size === 'first' ? `after: "${pageInfo.endCursor}"` : `before: "${pageInfo.startCursor}"`
    }
  }
  const ascending = await read('ASC', 'first')
  expect(await read('ASC', 'last')).toEqual(ascending)
  expect(await read('DESC', 'first')).toEqual([...ascending].reverse())
  return ascending
}

const valuesOf = (nodes: readonly unknown[]) =>
  nodes.map((node) => {
    let value: unknown = node
    while (typeof value === 'object' && value !== null) [value] = Object.values(value)
    return value
  })

describe('checklists and documents', () => {
  it.each([
    ['checklists', newChecklist],
    ['documents', newDocument],
  ])('%s are ordered by NAME, as people expect', async (list, build) => {
    const company = await newCompany(db)
    for (const name of CREATED) await build(company, { name })
    expect(valuesOf(await pagesOf(company, list, 'NAME', 'name'))).toEqual(twice(NAMES))
  })
})

const twice = <Value>(values: readonly Value[]) => values.flatMap((value) => [value, value])

describe('jobs', () => {
  it.each([
    [
      'TYPE',
      'type { name }',
      async (company: TestCompany, name: string) => ({
        typeId: (await newJobType(company, { description: name })).id,
      }),
    ],
    [
      'SITE',
      'site { name }',
      async (company: TestCompany, name: string) => ({
        siteId: (await newSite(company, { name })).id,
      }),
    ],
    [
      'CLIENT',
      'site { client { legalName } }',
      async (company: TestCompany, name: string) => {
        const { id: clientId } = await newClient(company, { legalName: name })
        return { siteId: (await newSite(company, { clientId })).id }
      },
    ],
    [
      'TECHNICIAN',
      'technician { lastName }',
      async (company: TestCompany, name: string) => ({
        technicianId: (await newUser(company, { lastName: name })).id,
      }),
    ],
    [
      'REFERENCE',
      'reference',
      async (_company: TestCompany, name: string) => ({ reference: name }),
    ],
  ] as const)('are ordered by %s, as people expect', async (field, selection, overrides) => {
    const company = await newCompany(db)
    for (const name of CREATED) await newJob(company, await overrides(company, name))
    expect(valuesOf(await pagesOf(company, 'jobs', field, selection))).toEqual(twice(NAMES))
  })

  it('of technicians with one last name are ordered by their first names', async () => {
    const company = await newCompany(db)
    for (const firstName of ['Zoe', 'Élodie', 'adam', 'Bea']) {
      const { id: technicianId } = await newUser(company, { firstName, lastName: 'Marsh' })
      await newJob(company, { technicianId })
    }
    const nodes = await pagesOf(company, 'jobs', 'TECHNICIAN', 'technician { firstName }')
    expect(valuesOf(nodes)).toEqual(['adam', 'Bea', 'Élodie', 'Zoe'])
  })

  it('are ordered by STATUS, from scheduled to cancelled, and those without reference last', async () => {
    const company = await newCompany(db)
    for (const status of ['cancelled', 'paused', 'scheduled', 'completed'] as const) {
      await newJob(company, { status })
      await newJob(company, { status, reference: status })
    }
    const statuses = ['SCHEDULED', 'PAUSED', 'COMPLETED', 'CANCELLED']
    expect(valuesOf(await pagesOf(company, 'jobs', 'STATUS', 'status'))).toEqual(twice(statuses))
    expect(valuesOf(await pagesOf(company, 'jobs', 'REFERENCE', 'reference'))).toEqual([
      'cancelled',
      'completed',
      'paused',
      'scheduled',
      ...Array<null>(4).fill(null),
    ])
  })

  it('of a site are ordered by the same fields, with further keys', async () => {
    const company = await newCompany(db)
    const { uuid, id: siteId } = await newSite(company)
    const { id: typeId } = await newJobType(company, { description: 'École' })
    for (const reference of ['b', 'C', 'a']) await newJob(company, { siteId, typeId, reference })
    await newJob(company, { siteId, typeId: (await newJobType(company, { description: 'a' })).id })
    await newJob(company)
    const { data } = await graph(company.admin)(
      `{ site(id: "${uuid}") { jobs(orderBy: [{ field: TYPE }, { field: REFERENCE, direction: DESC }]) { nodes { reference } } } }`,
    )
    expect(valuesOf(data.site.jobs.nodes)).toEqual([null, 'C', 'b', 'a'])
  })

  it('with an invalid value in a cursor are an error of the client', async () => {
    const company = await newCompany(db)
    for (const [field, value] of [
      ['status', 'lost'],
      ['status', null],
      ['site', null],
      ['technician', 'Marsh'],
    ]) {
      const cursor = Buffer.from(JSON.stringify([`${String(field)} asc`, value, 1])).toString(
        'base64url',
      )
      const { errors } = await graph(company.admin)(
        `{ jobs(after: "${cursor}", orderBy: [{ field: ${String(field).toUpperCase()} }]) { nodes { id } } }`,
      )
      expect(errors?.[0]?.extensions['code'], String(value)).toBe('BAD_USER_INPUT')
    }
  })
})

describe('sites', () => {
  it('are ordered by NAME, CITY and CLIENT, as people expect', async () => {
    const company = await newCompany(db)
    for (const name of CREATED) {
      const { id: clientId } = await newClient(company, { legalName: name })
      await newSite(company, { name, city: name, clientId })
    }
    for (const [field, selection] of [
      ['NAME', 'name'],
      ['CITY', 'address { city }'],
      ['CLIENT', 'client { legalName }'],
    ] as const) {
      expect(valuesOf(await pagesOf(company, 'sites', field, selection))).toEqual(twice(NAMES))
    }
  })

  it('are ordered by MANAGER, those without one last, and by FAILING', async () => {
    const company = await newCompany(db)
    const failing = await newSite(company, {
      managerId: (await newUser(company, { lastName: 'Zebra' })).id,
    })
    const zone = await newZone(company, { siteId: failing.id })
    await newAsset(company, { zoneId: zone.id, defective: true })
    await newSite(company)
    await newSite(company, { managerId: (await newUser(company, { lastName: 'école' })).id })
    await newSite(company)
    const managers = await pagesOf(company, 'sites', 'MANAGER', 'manager { lastName }')
    expect(valuesOf(managers)).toEqual(['école', 'Zebra', null, null])
    expect(valuesOf(await pagesOf(company, 'sites', 'FAILING', 'failing'))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})

describe('assets', () => {
  it.each([
    ['CODE', 'code'],
    ['TYPE', 'type { name }'],
    ['ZONE', 'zone { name }'],
    ['SITE', 'zone { site { name } }'],
    ['CLIENT', 'zone { site { client { legalName } } }'],
  ])('are ordered by %s, as people expect', async (field, selection) => {
    const company = await newCompany(db)
    const suffix = field === 'CODE' ? ['1', '2'] : ['', '']
    for (const [index, name] of CREATED.entries()) {
      const { id: clientId } = await newClient(company, { legalName: name })
      const { id: siteId } = await newSite(company, { name, clientId })
      const { id: zoneId } = await newZone(company, { name, siteId })
      const { id: typeId } = await newAssetType(company, { name })
      const code = `${name}${(CREATED.indexOf(name) === index ? suffix[0] : suffix[1]) ?? ''}`
      await newAsset(company, { zoneId, typeId, ...(field === 'CODE' && { code }) })
    }
    const expected =
      field === 'CODE' ? NAMES.flatMap((name) => [`${name}1`, `${name}2`]) : twice(NAMES)
    expect(valuesOf(await pagesOf(company, 'assets', field, selection))).toEqual(expected)
  })

  it('are ordered by STATUS: ok, overdue, defective, decommissioned', async () => {
    const company = await newCompany(db)
    const past = new Date('2026-01-05T10:00:00Z')
    for (let round = 0; round < 2; round++) {
      await newAsset(company, { defective: true, nextInspection: past })
      await newAsset(company, { decommissionedAt: past, defective: true })
      await newAsset(company, { nextInspection: past })
      await newAsset(company)
    }
    expect(valuesOf(await pagesOf(company, 'assets', 'STATUS', 'status'))).toEqual(
      twice(['OK', 'OVERDUE', 'DEFECTIVE', 'DECOMMISSIONED']),
    )
  })
})

describe('the filters of jobs', () => {
  it('find jobs by client, creator, scheduled end, and whether they are late', async () => {
    const company = await newCompany(db)
    const ask = graph(company.admin)
    const client = await newClient(company)
    const { id: siteId } = await newSite(company, { clientId: client.id })
    const creator = await newUser(company, { role: 'admin' })
    const past = {
      scheduledStart: new Date('2026-01-05T10:00:00Z'),
      scheduledEnd: new Date('2026-01-05T12:00:00Z'),
    }
    const jobs = {
      ofClient: await newJob(company, { siteId }),
      ofCreator: await newJob(company, { userId: creator.id }),
      late: await newJob(company, { ...past, status: 'paused' }),
      done: await newJob(company, { ...past, status: 'completed' }),
    }
    const found = async (filter: string) => {
      const { data } = await ask(`{ jobs(filter: { ${filter} }) { totalCount nodes { id late } } }`)
      return data.jobs.nodes.map(({ id }: { id: string }) => id)
    }
    expect(await found(`clientIds: ["${client.uuid}"]`)).toEqual([jobs.ofClient.uuid])
    expect(await found(`createdByIds: ["${creator.uuid}"]`)).toEqual([jobs.ofCreator.uuid])
    expect(await found('scheduledEnd: { to: "2026-01-05T12:00:00Z" }')).toEqual([
      jobs.late.uuid,
      jobs.done.uuid,
    ])
    expect(await found('late: true')).toEqual([jobs.late.uuid])
    expect(await found('late: false')).toEqual([
      jobs.ofClient.uuid,
      jobs.ofCreator.uuid,
      jobs.done.uuid,
    ])
    const other = await newClient(await newCompany(db))
    expect(await found(`clientIds: ["${other.uuid}"]`)).toEqual([])
  })
})
