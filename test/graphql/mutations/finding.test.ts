import { describe, expect, it } from 'vitest'
import { newAsset, newCompany, newFinding, newJobType } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { runMutation } from './run-mutation.js'

const db = testDatabase()

describe('the mutations of a finding', () => {
  it('open it, change it, resolve it and open it again; the log has each change', async () => {
    const company = await newCompany(db)
    const { uuid: assetId } = await newAsset(company)
    const run = async (name: string, input: object) =>
      (await runMutation(company.admin, name, input, 'finding { id severity status resolution }'))
        .finding as { readonly id: string }
    const created = { assetId, title: 'Hinge is broken', severity: 'HIGH' }
    const finding = await run('createFinding', created)
    const { id } = finding
    expect(finding).toMatchObject({ severity: 'HIGH', status: 'OPEN', resolution: null })
    expect(await run('updateFinding', { id, severity: 'LOW' })).toMatchObject({ severity: 'LOW' })
    const resolution = 'Replaced'
    expect(await run('resolveFinding', { id, resolution })).toMatchObject({ status: 'RESOLVED' })
    expect(await run('reopenFinding', { id })).toMatchObject({ status: 'OPEN', resolution: null })
    expect(await run('acceptFinding', { id, resolution })).toMatchObject({ status: 'ACCEPTED' })

    const { data } = await graph(company.admin)(
      `{ finding(id: "${id}") { history { nodes { operation action changes { field before after } } } } }`,
    )
    const { nodes } = data.finding.history as {
      nodes: { operation: string; changes: { field: string; before: string; after: string }[] }[]
    }
    expect(nodes.map(({ operation }) => operation)).toEqual([
      ...['acceptFinding', 'reopenFinding', 'resolveFinding', 'updateFinding', 'createFinding'],
    ])
    const change = (index: number, name: string) =>
      nodes[index]?.changes.find(({ field }) => field === name)
    expect(change(3, 'severity')).toMatchObject({ before: 'HIGH', after: 'LOW' })
    expect(change(2, 'resolvedById')?.after).toBe(company.users.admin.uuid)
    expect(change(2, 'status')).toMatchObject({ before: 'OPEN', after: 'RESOLVED' })
    expect(change(4, 'assetId')?.after).toBe(assetId)
  })

  it('create a job with local times of the site', async () => {
    const company = await newCompany(db)
    const finding = await newFinding(company)
    const input = {
      findingIds: [finding.uuid],
      jobTypeId: (await newJobType(company)).uuid,
      technicianId: company.users.technician.uuid,
      scheduledStartLocal: '2030-07-07T09:00',
      scheduledEndLocal: '2030-07-07T10:00',
    }
    const { site } = await db.prisma.zone.findFirstOrThrow({
      where: { assets: { some: { id: finding.assetId } } },
      include: { site: true },
    })
    const timezone = 'Europe/Oslo'
    await db.prisma.site.updateMany({ where: { id: site.id }, data: { timezone } })
    const selection =
      'job { site { id } zones { totalCount } scheduledStart findings { nodes { id job { number } } } }'
    const { job } = await runMutation(company.admin, 'createJobFromFindings', input, selection)
    expect(job).toEqual({
      site: { id: site.uuid },
      zones: { totalCount: 1 },
      scheduledStart: '2030-07-07T07:00:00.000Z',
      findings: { nodes: [{ id: finding.uuid, job: { number: 1 } }] },
    })
  })
})
