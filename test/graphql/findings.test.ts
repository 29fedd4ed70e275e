import { describe, expect, it } from 'vitest'
import {
  newAsset,
  newClient,
  newCompany,
  newFinding,
  newInspection,
  newJob,
  newSite,
  newZone,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'

const db = testDatabase()
const past = new Date('2026-01-20T00:00:00Z')
const future = new Date('2999-01-01T00:00:00Z')

/** Two sites of one client, with two open findings at the first and one resolved at the second. */
async function newWorld() {
  const company = await newCompany(db)
  const client = await newClient(company)
  const sites = [
    await newSite(company, { name: 'A', clientId: client.id }),
    await newSite(company, { name: 'B', clientId: client.id }),
  ] as const
  const assets = []
  for (const { id: siteId } of sites) {
    const { id: zoneId } = await newZone(company, { siteId })
    assets.push(await newAsset(company, { zoneId }))
  }
  const [first, second] = assets as [(typeof assets)[number], (typeof assets)[number]]
  const inspection = await newInspection(company, { assetId: first.id })
  const job = await newJob(company, { siteId: sites[0].id })
  const late = await newFinding(company, {
    ...{ title: 'Late', assetId: first.id, riskId: 1, dueAt: past },
    ...{ inspectionId: inspection.id, jobId: job.id },
  })
  await newFinding(company, { title: 'New', assetId: first.id, riskId: 4, dueAt: future })
  await newFinding(company, {
    ...{ title: 'Done', assetId: second.id, riskId: 1, dueAt: past, status: 'resolved' },
    ...{ openedAt: new Date('2026-01-01T00:00:00Z') },
    resolvedAt: new Date('2026-01-05T12:00:00Z'),
  })
  await newFinding(company, { assetId: first.id, deletedAt: new Date() })
  return { company, client, sites, first, second, inspection, job, late }
}

describe('findings', () => {
  it('are lists of assets, sites, jobs and inspections', async () => {
    const { company, first, sites, job, inspection } = await newWorld()
    const list = 'findings(orderBy: [{ field: ID }]) { totalCount nodes { title } }'
    const { data } = await graph(company.technician)(
      `query($asset: ID! $site: ID! $other: ID! $job: ID! $inspection: ID!) {
        asset(id: $asset) { ${list} }
        site(id: $site) { ${list} }
        other: site(id: $other) { ${list} }
        job(id: $job) { ${list} }
        inspection(id: $inspection) { ${list} }
        sites(orderBy: [{ field: NAME }]) { nodes { ${list} } }
      }`,
      {
        ...{ asset: first.uuid, site: sites[0].uuid, other: sites[1].uuid },
        ...{ job: job.uuid, inspection: inspection.uuid },
      },
    )
    const titles = (...names: string[]) => ({
      findings: { totalCount: names.length, nodes: names.map((title) => ({ title })) },
    })
    expect(data).toEqual({
      asset: titles('Late', 'New'),
      site: titles('Late', 'New'),
      other: titles('Done'),
      job: titles('Late'),
      inspection: titles('Late'),
      sites: { nodes: [titles('Late', 'New'), titles('Done')] },
    })
  })

  it('are counted while they are open: of an asset, a site and a client', async () => {
    const { company } = await newWorld()
    const { data } = await graph(company.technician)(`{
      assets(orderBy: [{ field: ID }]) { nodes { openFindingsCount } }
      sites(orderBy: [{ field: NAME }]) { nodes { openFindingsCount } }
      clients { nodes { openFindingsCount } } }`)
    const counts = (...all: number[]) => ({
      nodes: all.map((openFindingsCount) => ({ openFindingsCount })),
    })
    expect(data).toEqual({ assets: counts(2, 0), sites: counts(2, 0), clients: counts(2) })
  })

  it.each([
    ['DUE_AT', ['Late', 'Done', 'New']],
    ['SEVERITY', ['Late', 'Done', 'New']],
    ['STATUS', ['Late', 'New', 'Done']],
    ['CREATED_AT', ['Late', 'New', 'Done']],
  ])('are sorted by %s', async (field, titles) => {
    const { company } = await newWorld()
    const ask = graph(company.technician)
    const page = async (rest: string) => {
      const { data } = await ask(
        `{ findings(${rest} orderBy: [{ field: ${field} }]) { nodes { title } pageInfo { endCursor } } }`,
      )
      return data.findings
    }
    const start = await page('first: 2')
    const end = await page(`after: "${start.pageInfo.endCursor}"`)
    const found = [...start.nodes, ...end.nodes] as { title: string }[]
    expect(found.map(({ title }) => title)).toEqual(titles)
  })

  it('have a severity, and are overdue while they are open', async () => {
    const { company, late } = await newWorld()
    const { data } = await graph(company.technician)(
      `{ finding(id: "${late.uuid}") { severity status overdue questionId asset { code } createdBy { id } }
        findings(filter: { overdue: true }) { nodes { title } } }`,
    )
    expect(data).toMatchObject({
      finding: { severity: 'CRITICAL', status: 'OPEN', overdue: true, questionId: null },
      findings: { nodes: [{ title: 'Late' }] },
    })
  })
})

describe('findingStatistics', () => {
  it('count findings by severity, status, site and client, and the days that they were open', async () => {
    const { company, client, sites } = await newWorld()
    const { data } = await graph(company.technician)(`{
      all: findingStatistics { nodes { count overdueCount } }
      bySeverity: findingStatistics(groupBy: [SEVERITY]) { nodes { severity count } }
      byStatus: findingStatistics(groupBy: [STATUS]) { nodes { status count overdueCount } }
      bySite: findingStatistics(groupBy: [SITE]) { nodes { site { id } count } }
      byClient: findingStatistics(groupBy: [CLIENT]) { nodes { client { id } count } }
      resolved: findingStatistics(filter: { statuses: [RESOLVED] }) { nodes { averageDaysOpen } }
      byMonth: findingStatistics(bucket: { field: RESOLVED_AT, unit: MONTH, timezone: "UTC" }) {
        nodes { bucket { date } count } }
      company { findingStatistics { nodes { count } } }
      clients { nodes { findingStatistics { nodes { count } } } }
      sites(orderBy: [{ field: NAME }]) { nodes { findingStatistics { nodes { count overdueCount } } } }
      none: findingStatistics(filter: { ids: [] }) { nodes { count averageDaysOpen } } }`)
    expect(data).toEqual({
      all: { nodes: [{ count: 3, overdueCount: 1 }] },
      bySeverity: {
        nodes: [
          { severity: 'CRITICAL', count: 2 },
          { severity: 'LOW', count: 1 },
        ],
      },
      byStatus: {
        nodes: [
          { status: 'OPEN', count: 2, overdueCount: 1 },
          { status: 'RESOLVED', count: 1, overdueCount: 0 },
        ],
      },
      bySite: {
        nodes: [
          { site: { id: sites[0].uuid }, count: 2 },
          { site: { id: sites[1].uuid }, count: 1 },
        ],
      },
      byClient: { nodes: [{ client: { id: client.uuid }, count: 3 }] },
      resolved: { nodes: [{ averageDaysOpen: 4 }] },
      byMonth: { nodes: [{ bucket: { date: '2026-01-01' }, count: 1 }] },
      company: { findingStatistics: { nodes: [{ count: 3 }] } },
      clients: { nodes: [{ findingStatistics: { nodes: [{ count: 3 }] } }] },
      sites: {
        nodes: [
          { findingStatistics: { nodes: [{ count: 2, overdueCount: 1 }] } },
          { findingStatistics: { nodes: [{ count: 1, overdueCount: 0 }] } },
        ],
      },
      none: { nodes: [{ count: 0, averageDaysOpen: null }] },
    })
  })
})
