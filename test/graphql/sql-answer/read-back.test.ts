import { describe, expect, it } from 'vitest'
import {
  newAsset,
  newCompany,
  newInspection,
  newSite,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { type GraphAnswer, post, startService, tokenOf } from '../../support/graphql.js'
import { statementsOf } from '../../support/statements.js'

const withSql = startService({ SQL_ANSWERS: 'on' })
const withResolvers = startService({ SQL_ANSWERS: 'off' })

interface World {
  company: TestCompany
  asset: string
  zone: string
  send: (
    address: Promise<string>,
    query: string,
    variables?: Record<string, unknown>,
  ) => Promise<GraphAnswer>
}

async function newWorld(): Promise<World> {
  const company = await newCompany(testDatabase())
  const zone = await newZone(company)
  const asset = await newAsset(company, { zoneId: zone.id })
  await newAsset(company, { zoneId: zone.id, typeId: asset.typeId })
  for (let made = 0; made < 4; made += 1) await newInspection(company, { assetId: asset.id })
  const authorization = `Bearer ${await tokenOf(company.admin)}`
  return {
    company,
    asset: asset.uuid,
    zone: zone.uuid,
    send: (address, query, variables) => post(query, variables, { authorization }, address),
  }
}

/**
 * Runs a mutation that changes nothing further when it is repeated, with both executors. Both must return the same
 * response.
 */
async function both({ send }: World, query: string, variables: Record<string, unknown>) {
  const resolved = await send(withResolvers, query, variables)
  const answer = await send(withSql, query, variables)
  expect([resolved.errors, answer.errors]).toEqual([undefined, undefined])
  expect(JSON.stringify(answer.data)).toBe(JSON.stringify(resolved.data))
  return answer.data as Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- as selected
}

const UPDATE = `mutation ($id: ID!, $first: Int, $short: Boolean = false) {
  updateAsset(input: { id: $id, riskLevel: HIGH }) { userErrors { code } ...Changed }
}
fragment Changed on UpdateAssetPayload {
  asset { __typename id code risk { level } customFieldValues { label value } zone { name site { client { legalName } } } }
  same: asset {
    inspections(first: $first) @skip(if: $short) { totalCount pageInfo { hasNextPage } edges { cursor node { outcome } } }
    zone { assets(orderBy: [{ field: CODE, direction: DESC }]) { nodes { code } } }
  }
}`

describe('the payload of a mutation, read back with SQL', () => {
  it('is the same as from the resolvers, with fragments, aliases and variables', async () => {
    const world = await newWorld()
    const id = world.asset
    const { updateAsset } = await both(world, UPDATE, { id, first: 3 })
    expect(updateAsset.asset).toMatchObject({ __typename: 'Asset', id, risk: { level: 'HIGH' } })
    expect(updateAsset.same.inspections).toMatchObject({
      totalCount: 4,
      pageInfo: { hasNextPage: true },
    })
    expect(updateAsset.same.inspections.edges).toHaveLength(3)
    expect(updateAsset.same.zone.assets.nodes).toHaveLength(2)
    const short = await both(world, UPDATE, { id, short: true })
    expect(short.updateAsset.same).not.toHaveProperty('inspections')
  })

  it('takes one statement', async () => {
    const { company, asset, send } = await newWorld()
    const run = (address: Promise<string>) =>
      statementsOf(company.db, () => send(address, UPDATE, { id: asset, first: 3 }))
    // The lookup before the update, `begin`, the update, and `commit`.
    const updates = 4
    expect(await run(withSql)).toHaveLength(updates + 1)
    expect((await run(withResolvers)).length).toBeGreaterThan(updates + 2)
  })

  it('of each mutation shows what that mutation has written', async () => {
    const world = await newWorld()
    const query = `mutation ($id: ID!) {
      first: updateAsset(input: { id: $id, riskLevel: LOW }) { ...Risk }
      none: updateAsset(input: { id: "nothing", riskLevel: LOW }) { ...Risk userErrors { code field } }
      second: updateAsset(input: { id: $id, riskLevel: CRITICAL }) { ...Risk }
      flat: updateAsset(input: { id: $id, code: "A-1" }) { asset { code } }
    }
    fragment Risk on UpdateAssetPayload { asset { risk { level } zone { name } } }`
    const { first, none, second, flat } = await both(world, query, { id: world.asset })
    expect(first.asset.risk).toEqual({ level: 'LOW' })
    expect(none).toEqual({ asset: null, userErrors: [{ code: 'NOT_FOUND', field: ['id'] }] })
    expect(second.asset.risk).toEqual({ level: 'CRITICAL' })
    expect(flat).toEqual({ asset: { code: 'A-1' } })
  })

  it('has the record that was removed, with what it refers to', async () => {
    const world = await newWorld()
    const { uuid } = await newSite(world.company)
    const query = `mutation ($id: ID!) { removeSite(input: { id: $id }) {
      site { id client { legalName } zones { totalCount } } userErrors { code } } }`
    const { removeSite } = await both(world, query, { id: uuid })
    expect(removeSite).toMatchObject({
      site: { id: uuid, zones: { totalCount: 0 } },
      userErrors: [],
    })
  })

  it('does not show records of another company', async () => {
    const [world, other] = await Promise.all([newWorld(), newWorld()])
    const { updateAsset } = await both(world, UPDATE, { id: other.asset, first: 3 })
    expect(updateAsset).toMatchObject({ asset: null, userErrors: [{ code: 'NOT_FOUND' }] })
  })

  it('keeps the other fields of the payload', async () => {
    const { send } = await newWorld()
    const query = `mutation { createApiKey(input: { name: "Scripts" }) {
      key apiKey { name createdBy { email } } userErrors { code } } }`
    const { data, errors } = await send(withSql, query)
    expect(errors).toBeUndefined()
    expect(data.createApiKey).toMatchObject({
      key: expect.stringMatching(/^fis_key_/),
      apiKey: { name: 'Scripts' },
      userErrors: [],
    })
  })
})
