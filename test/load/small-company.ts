import type { Client } from './client.js'

/** Creates one record of each type that the requests of `openRequests` need, and a second zone, in an empty company. */
export async function fillCompany(client: Client, token: string): Promise<void> {
  const create = async (noun: string, input: object): Promise<string> => {
    const type = `${noun[0]!.toUpperCase()}${noun.slice(1)}`
    const { body } = await client.graphql(
      `mutation ($input: Create${type}Input!) { create${type}(input: $input) { ${noun} { id } userErrors { message } } }`,
      token,
      { input },
    )
    const { data } = JSON.parse(body)
    const id = data?.[`create${type}`]?.[noun]?.id as string | undefined
    if (id === undefined) throw new Error(`expected the id of a new ${noun}, got ${body}`)
    return id
  }
  const clientId = await create('client', { legalName: 'Client' })
  const siteId = await create('site', { clientId, name: 'Site' })
  const assetType = await create('assetType', { name: 'Pump', shortCode: 'PUMP' })
  const typeId = await create('zoneType', { name: 'Hall', assetTypeIds: [assetType] })
  const zoneId = await create('zone', { siteId, typeId, name: 'Zone' })
  await create('zone', { siteId, typeId, name: 'Second zone' })
  await create('asset', { zoneId, typeId: assetType })
  await create('jobType', { name: 'Inspection' })
  const name = { firstName: 'Robin', lastName: 'Technician' }
  const password = 'a-password-for-load'
  const email = `robin-${siteId.toLowerCase().replace(/[^a-z0-9]/g, '')}@company.example`
  await create('user', { ...name, email, password, role: 'TECHNICIAN' })
}
