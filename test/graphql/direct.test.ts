import { describe, expect, it } from 'vitest'
import {
  newAsset,
  newCompany,
  newInspection,
  newJob,
  newSite,
  newZone,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'

// `graph` compares the answer that the database writes with those of graphql-js and graphql-jit.

describe('an answer that the database writes', () => {
  it.each([
    ['quotes', `"it's" 'so'`],
    ['backslashes', 'C:\\new\\table \\u0041'],
    ['controls', 'tab\tline\nreturn\rbell\u0007escape\u001b'],
    ['separators of lines', 'a\u2028b\u2029c'],
    ['other scripts', 'Żółć 漢字 🏗️ مرحبا'],
    ['what looks like JSON', '{"a":[1,null]}'],
    ['what looks like SQL', `'); drop table site; -- $1 %s`],
    ['markup', '</script><b>&amp;'],
  ])('keeps text with %s', async (_, name) => {
    const company = await newCompany(testDatabase())
    const site = await newSite(company, { name, legalName: name })
    const query =
      'query ($id: ID!, $search: String) { site(id: $id) { name legalName } sites(filter: { search: $search }) { nodes { name } } }'
    const { data } = await graph(company.admin)(query, { id: site.uuid, search: name })
    expect(data).toEqual({ site: { name, legalName: name }, sites: { nodes: [{ name }] } })
  })

  it('writes times, numbers, booleans, enums and nulls as the executors do', async () => {
    const company = await newCompany(testDatabase())
    for (const time of ['2026-01-02T03:04:05.000Z', '1999-12-31T23:59:59.999Z']) {
      const asset = await newAsset(company, {
        lastInspection: new Date(time),
        riskId: null,
        defective: true,
      })
      await newInspection(company, { assetId: asset.id, inspectedAt: new Date(time), score: null })
    }
    await newJob(company)
    const { data } = await graph(company.admin)(`{
      assets { nodes { id databaseId lastInspection nextInspection defective overdue status risk { level } zone { size site { address { city timezone } manager { email } failing assetsCount } } createdAt } }
      inspections { nodes { outcome score note inspectedAt job { number } inspector { role timezone email profile { mobile } } } }
      jobs { nodes { status paused totalMinutes startedAt requiresSignature closedBy { id } scheduledStart } }
      company { stats { assets totalStorage } barcodeFormat }
    }`)
    expect(data.assets.nodes[0]).toMatchObject({
      lastInspection: '2026-01-02T03:04:05.000Z',
      nextInspection: null,
      defective: true,
      status: 'DEFECTIVE',
      risk: null,
    })
  })

  it('has aliases, fragments, __typename and no more, in the order of the query', async () => {
    const company = await newCompany(testDatabase())
    await newZone(company)
    const { data } = await graph(company.admin)(
      `
      query { __typename b: sites { __typename rows: nodes { z: name ...F a: databaseId } totalCount } }
      fragment F on Site { ... on Node { id } zones { nodes { __typename name } } zones { nodes { size } } name }
    `,
    )
    expect(Object.keys(data)).toEqual(['__typename', 'b'])
    expect(Object.keys(data.b.rows[0])).toEqual(['z', 'id', 'zones', 'name', 'a'])
    expect(Object.keys(data.b.rows[0].zones.nodes[0])).toEqual(['__typename', 'name', 'size'])
  })

  it('has as many fields as are asked for', async () => {
    const company = await newCompany(testDatabase())
    await newSite(company)
    const fields = Array.from({ length: 400 }, (_, at) => `f${at}: legalName g${at}: name`).join(
      ' ',
    )
    const { data } = await graph(company.admin)(`{ sites { nodes { ${fields} } } }`)
    expect(Object.keys(data.sites.nodes[0])).toHaveLength(800)
  })

  it('has pages that are walked backward in the order of the list', async () => {
    const company = await newCompany(testDatabase())
    const zone = await newZone(company)
    for (const code of ['A', 'B', 'C']) await newAsset(company, { zoneId: zone.id, code })
    const { data } = await graph(company.admin)(
      '{ zones { nodes { assets(last: 2, orderBy: [{ field: CODE }]) { totalCount nodes { code } } } } }',
    )
    expect(data.zones.nodes[0].assets).toEqual({
      totalCount: 3,
      nodes: [{ code: 'B' }, { code: 'C' }],
    })
  })

  it('is refused with the path of the argument that is wrong, from the second time on too', async () => {
    const company = await newCompany(testDatabase())
    await newZone(company)
    const { errors } = await graph(company.admin)(
      'query ($n: NonNegativeInt) { sites { nodes { zones(first: $n) { nodes { name } } } } }',
      { n: 101 },
    )
    expect(errors?.[0]).toMatchObject({
      path: ['sites', 'nodes', 0, 'zones'],
      extensions: { code: 'BAD_USER_INPUT', argument: 'first' },
    })
  })

  it('is null for a record of another company, and empty where there is nothing', async () => {
    const company = await newCompany(testDatabase())
    const other = await newCompany(testDatabase())
    const site = await newSite(other)
    const { data } = await graph(company.admin)(
      'query ($id: ID!) { site(id: $id) { name } none: site(id: "none") { name } sites { nodes { name } totalCount } }',
      { id: site.uuid },
    )
    expect(data).toEqual({ site: null, none: null, sites: { nodes: [], totalCount: 0 } })
  })
})
