import { expect, it } from 'vitest'
import {
  newAsset,
  newCompany,
  newInspection,
  newJob,
  newJobType,
  newZone,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'
import { runMutation, send } from './mutations/run-mutation.js'

const db = testDatabase()

const errorsOf = async (...request: Parameters<typeof send>) =>
  (await send(...request)).data[request[1]].userErrors

/**
 * A job in progress in one of two zones of a site. Its zone has two assets in use, one that is decommissioned and one that is
 * removed; the other zone has one asset.
 */
async function newJobInZone(type: Parameters<typeof newJobType>[1] = {}) {
  const company = await newCompany(db)
  const zone = await newZone(company)
  const other = await newZone(company, { siteId: zone.siteId })
  const assets = [
    await newAsset(company, { zoneId: zone.id }),
    await newAsset(company, { zoneId: zone.id }),
  ]
  await newAsset(company, { zoneId: zone.id, decommissionedAt: new Date() })
  await newAsset(company, { zoneId: zone.id, deletedAt: new Date() })
  const elsewhere = await newAsset(company, { zoneId: other.id })
  const { id: typeId } = await newJobType(company, type)
  const options = { siteId: zone.siteId, typeId, status: 'in_progress' } as const
  const job = await newJob(company, { ...options, zoneIds: [zone.id] })
  const ofSite = await newJob(company, options)
  return { company, assets, elsewhere, job, ofSite }
}

const QUERY = `query ($job: ID!, $jobs: [ID!]) {
  job(id: $job) { progress { assets inspected remaining } }
  assets(filter: { leftInJobIds: $jobs }, first: 10) { totalCount nodes { id } } }`

it('counts the assets of the zones of a job, and lists those that are left', async () => {
  const { company, assets, elsewhere, job, ofSite } = await newJobInZone()
  const read = async ({ uuid }: { readonly uuid: string }) => {
    const { data } = await graph(company.technician)(QUERY, { job: uuid, jobs: [uuid] })
    return {
      ...data.job.progress,
      left: data.assets.nodes.map(({ id }: { id: string }) => id).sort(),
    }
  }
  const idsOf = (...records: readonly { readonly uuid: string }[]) =>
    records.map(({ uuid }) => uuid).sort()
  const [first, second] = assets as [(typeof assets)[number], (typeof assets)[number]]
  const none = { assets: 2, inspected: 0, remaining: 2, left: idsOf(first, second) }
  expect(await read(job)).toEqual(none)
  await newInspection(company, { assetId: first.id, jobId: job.id })
  await newInspection(company, { assetId: first.id, jobId: job.id })
  await newInspection(company, { assetId: second.id })
  expect(await read(job)).toEqual({ assets: 2, inspected: 1, remaining: 1, left: idsOf(second) })
  const all = { assets: 3, inspected: 0, remaining: 3, left: idsOf(first, second, elsewhere) }
  expect(await read(ofSite)).toEqual(all)
})

it('shows no assets of the jobs of other companies', async () => {
  const { job } = await newJobInZone()
  const company = await newCompany(db)
  const { data } = await graph(company.admin)(QUERY, { job: job.uuid, jobs: [job.uuid] })
  expect(data).toEqual({ job: null, assets: { totalCount: 0, nodes: [] } })
})

it('completes a job whose type requires all assets only when none is left', async () => {
  const { company, assets, job } = await newJobInZone({ requireAllAssets: true })
  const complete = () => errorsOf(company.technician, 'completeJob', { id: job.uuid })
  expect(await complete()).toMatchObject([
    { code: 'WRONG_STATE', message: '2 assets of this job are not inspected.' },
  ])
  await newInspection(company, { assetId: assets[0]!.id, jobId: job.id })
  expect(await complete()).toMatchObject([
    { code: 'WRONG_STATE', message: 'An asset of this job is not inspected.' },
  ])
  await newInspection(company, { assetId: assets[1]!.id, jobId: job.id })
  expect(
    await runMutation(company.technician, 'completeJob', { id: job.uuid }, 'job { status }'),
  ).toEqual({ job: { status: 'COMPLETED' }, userErrors: [] })
})

it('sets whether a job may be completed early, when it is created and until it is finished', async () => {
  const { company, job } = await newJobInZone()
  const selection = 'job { allowEarlyClosure }'
  const update = (allowEarlyClosure: boolean) =>
    runMutation(company.admin, 'updateJob', { id: job.uuid, allowEarlyClosure }, selection)
  expect((await update(false)).job).toEqual({ allowEarlyClosure: false })
  expect(await errorsOf(company.technician, 'completeJob', { id: job.uuid })).toMatchObject([
    { code: 'WRONG_STATE', field: ['id'] },
  ])
  expect((await update(true)).job).toEqual({ allowEarlyClosure: true })
  await runMutation(company.technician, 'completeJob', { id: job.uuid }, 'job { id }')
  const late = { id: job.uuid, allowEarlyClosure: false }
  expect(await errorsOf(company.admin, 'updateJob', late)).toMatchObject([
    { code: 'WRONG_STATE', field: ['allowEarlyClosure'] },
  ])
})
