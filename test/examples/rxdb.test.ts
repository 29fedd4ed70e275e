import { v7 as newId } from 'uuid'
import { expect, it, onTestFinished, vi } from 'vitest'
import { deleteExpired } from '../../src/domain/cleanup/cleanup.js'
import { newAsset, newAssetType, newCompany, newZone } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { service, tokenOf } from '../support/graphql.js'
import { inDays } from '../domain/state-change/state-changes.js'
import { runMutation } from '../graphql/mutations/run-mutation.js'
import { type Conflict, createCopy, replicate } from './rxdb-replication.js'

const db = testDatabase()

/** How long a test waits for the transactions of other tests on the same server. */
const PATIENCE = { timeout: 300_000, interval: 200 }

/** A company with assets, and a device of its technician. */
async function begin() {
  const company = await newCompany(db)
  const [zone, type] = [await newZone(company), await newAssetType(company)]
  const assets = []
  for (let index = 0; index < 5; index += 1) {
    assets.push(await newAsset(company, { zoneId: zone.id, typeId: type.id }))
  }
  const conflicts: Conflict[] = []
  const network = { isDown: false, losesResponses: false }
  const send: typeof fetch = async (...request) => {
    if (network.isDown) throw new TypeError('no network')
    const response = await fetch(...request)
    if (network.losesResponses) throw new TypeError('the response was lost')
    return response
  }
  const url = `${await service()}/graphql`
  const headers = { authorization: `Bearer ${await tokenOf(company.technician)}` }
  const open = async (name: string) => {
    const copy = await createCopy(name, conflicts)
    onTestFinished(async () => {
      await copy.database.close()
    })
    const replication = replicate(copy.assets, url, headers, send)
    const errors: string[] = []
    replication.error$.subscribe((error) => errors.push(JSON.stringify(error.parameters)))
    return { ...copy, replication, errors }
  }
  const places = { zoneId: zone.uuid, typeId: type.uuid }
  return { company, assets, conflicts, network, open, places }
}

type Company = Awaited<ReturnType<typeof begin>>['company']
type Copy = Awaited<ReturnType<Awaited<ReturnType<typeof begin>>['open']>>

const onService = async ({ companyId }: Company) =>
  (await db.prisma.asset.findMany({ where: { companyId, deletedAt: null } }))
    .map(({ uuid, code }) => `${uuid} ${code}`)
    .sort()

/** Waits until the copy has exactly the assets of the service, with nothing left to push. */
const agrees = (copy: Copy, company: Company) =>
  vi.waitFor(async () => {
    copy.replication.reSync()
    await copy.replication.awaitInSync()
    const documents = await copy.assets.find().exec()
    expect(documents.map(({ id, code }) => `${id} ${code}`).sort()).toEqual(
      await onService(company),
    )
  }, PATIENCE)

it('RxDB replicates both ways: a week offline, a lost response, a removal and a conflict', async () => {
  const { company, assets, conflicts, network, open, places } = await begin()
  const copy = await open(`device-${newId()}`)
  await agrees(copy, company)

  network.isDown = true
  const [own, lost] = [newId(), newId()]
  await copy.assets.insert({ id: own, code: 'Own', ...places, updatedAt: '' })
  const documentOf = async (index: number) =>
    (await copy.assets.findOne(assets[index]!.uuid).exec())!
  await (await documentOf(0)).incrementalPatch({ code: 'Ours' })
  await (await documentOf(1)).incrementalPatch({ code: 'Only ours' })
  await runMutation(company.admin, 'updateAsset', { id: assets[0]!.uuid, code: 'Theirs' })
  await runMutation(company.admin, 'removeAsset', { id: assets[2]!.uuid })
  await runMutation(company.admin, 'createAsset', { ...places, code: 'New' })

  network.isDown = false
  await agrees(copy, company)
  expect(conflicts).toContainEqual({ ours: 'Ours', theirs: 'Theirs' })
  const after = (await onService(company)).map((each) => each.slice(37))
  expect(after).toEqual(expect.arrayContaining(['Own', 'Theirs', 'Only ours', 'New']))
  expect(await copy.assets.findOne(assets[2]!.uuid).exec()).toBeNull()

  // The service has the asset, but the device does not know it, and its requests of a week ago are forgotten.
  network.losesResponses = true
  await copy.assets.insert({ id: lost, code: 'Lost', ...places, updatedAt: '' })
  await vi.waitFor(async () => {
    expect(await onService(company)).toContain(`${lost} Lost`)
  }, PATIENCE)
  network.losesResponses = false
  await db.prisma.idempotencyKey.deleteMany({ where: { companyId: company.companyId } })
  await agrees(copy, company)
  expect((await onService(company)).filter((each) => each.endsWith('Lost'))).toHaveLength(1)
})

it('RxDB begins again after RESYNC', async () => {
  const { company, network, open, places } = await begin()
  const copy = await open(`device-${newId()}`)
  await agrees(copy, company)
  network.isDown = true
  await copy.assets.insert({ id: newId(), code: 'Queued', ...places, updatedAt: '' })
  await runMutation(company.admin, 'createAsset', { ...places, code: 'Missed' })
  const { companyId } = company
  await db.prisma.auditEntry.updateMany({ where: { companyId }, data: { at: inDays(-11) } })
  while ((await deleteExpired(db, 10)) > 0);
  network.isDown = false
  await vi.waitFor(() => {
    copy.replication.reSync()
    expect(copy.errors.join()).toContain('RESYNC')
  }, PATIENCE)
  // What is queued is pushed nevertheless. Then the device makes a new copy.
  await vi.waitFor(async () => {
    expect((await onService(company)).join()).toContain('Queued')
  }, PATIENCE)
  await copy.replication.cancel()
  const again = await open(`device-${newId()}`)
  await agrees(again, company)
  const codes = (await again.assets.find().exec()).map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['Queued', 'Missed']))
})
