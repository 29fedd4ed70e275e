import { describe, expect, it } from 'vitest'
import { readModel } from '../../src/db/generated/read-model.js'
import { type ModelName, modelOf } from '../../src/db/read/model.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'
import {
  newAsset,
  newClient,
  newCompany,
  newJob,
  newSite,
  newZone,
  newZoneType,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'
import { runMutation } from './mutations/run-mutation.js'

const db = testDatabase()
const schema = createSchema()

const list = (field: string, removed: string) =>
  `{ ${field}(filter: { removed: ${removed} }) { totalCount nodes { id removedAt removedBy { databaseId } } } }`

describe('removed records', () => {
  it('are listed with or without others, with the time and the user, and can be restored from there', async () => {
    const company = await newCompany(db)
    const { admin } = company
    const [kept, gone] = [await newClient(company), await newClient(company)]
    await runMutation(admin, 'removeClient', { id: gone.uuid })
    const only = (await graph(admin)(list('clients', 'ONLY'))).data.clients
    expect(only).toEqual({
      totalCount: 1,
      nodes: [
        {
          id: gone.uuid,
          removedAt: expect.any(String),
          removedBy: { databaseId: admin.viewer.userId },
        },
      ],
    })
    const both = (await graph(admin)(list('clients', 'INCLUDE'))).data.clients
    expect(both.totalCount).toBe(2)
    expect(both.nodes[0]).toEqual({ id: kept.uuid, removedAt: null, removedBy: null })

    const { client } = await runMutation(
      admin,
      'restoreClient',
      { id: only.nodes[0].id },
      'client { removedAt removedBy { databaseId } }',
    )
    expect(client).toEqual({ removedAt: null, removedBy: null })
    expect((await graph(admin)(list('clients', 'ONLY'))).data.clients.nodes).toEqual([])
  })

  it('are in the filter of every list whose records can be removed', async () => {
    const company = await newCompany(db)
    const { admin } = company
    const zone = await newZone(company)
    const asset = await newAsset(company)
    const removals = [
      ['Asset', asset.uuid],
      ['Job', (await newJob(company)).uuid],
      ['Zone', zone.uuid],
      ['ZoneType', (await newZoneType(company)).uuid],
      ['Site', (await newSite(company)).uuid],
    ] as const
    for (const [model, id] of removals) {
      await runMutation(admin, `remove${model}`, { id })
      const field = `${model.charAt(0).toLowerCase()}${model.slice(1)}s`
      const { data } = await graph(admin)(list(field, 'ONLY'))
      expect(data[field].nodes.map((node: { id: string }) => node.id)).toEqual([id])
    }
    const withField = Object.values(schema.getTypeMap()).filter(
      (type) => 'getFields' in type && 'removedAt' in type.getFields(),
    )
    // The company, profiles and risks have the column, but no mutation removes them.
    const removable = (Object.keys(readModel) as ModelName[]).filter(
      (name) => schema.getType(name) && modelOf(name).columns['deletedAt'],
    )
    expect(['Company', 'Profile', 'Risk', ...withField.map(({ name }) => name)].toSorted()).toEqual(
      removable.toSorted(),
    )
    for (const { name } of withField) {
      const filter = schema.getType(`${name}Filter`)
      expect(filter && 'getFields' in filter && filter.getFields()['removed'], name).toBeTruthy()
    }
  })

  it('are listed under a record, too', async () => {
    const company = await newCompany(db)
    const client = await newClient(company)
    const site = await newSite(company, { clientId: client.id })
    await runMutation(company.admin, 'removeSite', { id: site.uuid })
    const { data } = await graph(company.admin)(
      '{ clients { nodes { sites(filter: { removed: ONLY, search: "" }) { totalCount nodes { id } } } } }',
    )
    expect(data.clients.nodes).toEqual([{ sites: { totalCount: 1, nodes: [{ id: site.uuid }] } }])
  })

  it('of another company are not listed', async () => {
    const other = await newCompany(db)
    const { uuid: id } = await newClient(other)
    await runMutation(other.admin, 'removeClient', { id })
    const { admin } = await newCompany(db)
    expect((await graph(admin)(list('clients', 'INCLUDE'))).data.clients.nodes).toEqual([])
  })

  it('are for admins', async () => {
    const { technician } = await newCompany(db)
    for (const removed of ['ONLY', 'INCLUDE']) {
      const { data, errors } = await graph(technician)(list('clients', removed))
      expect(data ?? null).toBeNull()
      expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN'])
    }
  })

  it.each(['and: [{ removed: ONLY }]', 'or: [{ removed: ONLY }]', 'not: { removed: INCLUDE }'])(
    'are not a condition to combine: %s',
    async (filter) => {
      const { admin } = await newCompany(db)
      const { errors } = await graph(admin)(`{ clients(filter: { ${filter} }) { totalCount } }`)
      expect(errors?.map(({ extensions }) => extensions)).toEqual([
        expect.objectContaining({ code: 'BAD_USER_INPUT', argument: 'removed' }),
      ])
    },
  )
})
