import { v7 as newId } from 'uuid'
import { type Ask, askAs } from './ask.js'

/** A site of a company of the demo for one test: two jobs of a technician, and assets with a checklist. */
export async function newWorld(adminName: string, technician: string) {
  const admin = await askAs(adminName)
  const name = newId().slice(-8)
  const create = (mutation: string, field: string, input: object) =>
    createWith(admin, mutation, field, input)
  const client = await create('createClient', 'client', { legalName: `Client ${name}` })
  const site = await create('createSite', 'site', {
    ...{ clientId: client, name: `Site ${name}` },
  })
  const [works, photo] = [newId(), newId()]
  const checklistId = await create('createChecklist', 'checklist', {
    name: `Doors ${name}`,
    passPercentage: 80,
    sections: [
      {
        name: 'Outside',
        questions: [
          {
            ...{ questionId: works, kind: 'YES_NO', text: 'Does it close?', required: true },
            choices: [
              { value: 'YES', label: 'Yes', fails: false, points: 1 },
              { value: 'NO', label: 'No', fails: true, points: 0 },
            ],
          },
          {
            ...{ questionId: photo, kind: 'PHOTO', text: 'The door', required: true },
            ...{ minimumCount: 1, showIf: { allOf: [{ questionId: works, isOneOf: ['NO'] }] } },
          },
        ],
      },
    ],
  })
  const typeId = await create('createAssetType', 'assetType', {
    ...{ name: 'Fire door', shortCode: `D${name.slice(-5)}`, checklistId },
    enforceChecklistOrder: true,
  })
  const zoneType = await create('createZoneType', 'zoneType', { name: `Floor ${name}` })
  const zoneOf = (title: string) =>
    create('createZone', 'zone', { siteId: site, typeId: zoneType, name: title })
  const [zone, other] = [await zoneOf('Ground floor'), await zoneOf('Roof')]
  const assetIn = async (zoneId: string, code: string) => ({
    id: await create('createAsset', 'asset', { zoneId, typeId, code: `${code} ${name}` }),
    code: `${code} ${name}`,
  })
  const assets = {
    first: await assetIn(zone, 'First'),
    second: await assetIn(zone, 'Second'),
    renamed: await assetIn(zone, 'Third'),
    removed: await assetIn(zone, 'Fourth'),
    ofCancelled: await assetIn(other, 'Fifth'),
  }
  const { users } = await admin(`{ users(filter: { emails: ["${technician}"] }) { nodes { id } } }`)
  const jobTypeId = await create('createJobType', 'jobType', {
    name: `Check ${name}`,
    passPercentage: 80,
  })
  const jobIn = async (zoneId: string) => {
    const id = await create('createJob', 'job', {
      ...{ siteId: site, jobTypeId, technicianId: users.nodes[0].id, zoneIds: [zoneId] },
      ...{ scheduledStart: '2020-01-01T08:00:00Z', scheduledEnd: '2020-01-02T08:00:00Z' },
    })
    const { job } = await admin(`{ job(id: "${id}") { number } }`)
    return { id, number: job.number as number }
  }
  const [job, cancelled] = [await jobIn(zone), await jobIn(other)]
  await admin(`mutation { startJob(input: { id: "${cancelled.id}" }) { userErrors { code } } }`)
  return { admin, site: `Site ${name}`, assets, job, cancelled }
}

async function createWith(ask: Ask, mutation: string, field: string, input: object) {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const data = await ask(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${field} { id } userErrors { code field message } } }`,
    { input },
  )
  const { userErrors } = data[mutation]
  if (userErrors.length > 0) throw new Error(`${mutation}: ${JSON.stringify(userErrors)}`)
  return data[mutation][field].id as string
}
