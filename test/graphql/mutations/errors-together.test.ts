import { v7 as newUuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { customField, newAsset, newAssetType, newCompany, newZone } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { post, service } from '../../support/graphql.js'
import { errorCodesOf, send } from './run-mutation.js'

const db = testDatabase()

it('createSite reports a bad failure threshold together with a bad time zone', async () => {
  const { admin } = await newCompany(db)
  const address = { timezone: 'Mars/Olympus' }
  const input = { clientId: 'x', name: ' ', failureThreshold: 0, managerId: newUuid(), address }
  expect((await errorCodesOf(admin, 'createSite', input)).sort()).toEqual([
    'INVALID address.timezone',
    'NOT_FOUND clientId',
    'NOT_FOUND managerId',
    'OUT_OF_RANGE failureThreshold',
    'REQUIRED name',
  ])
})

describe('a malformed id of a custom field is a user error, like the others', () => {
  it('in the values of an asset', async () => {
    const company = await newCompany(db)
    const input = { zoneId: 'x', typeId: (await newAssetType(company)).uuid }
    const metaData = [{ id: 'not-a-uuid', value: 'x' }]
    const errors = await errorCodesOf(company.admin, 'createAsset', { ...input, metaData })
    expect(errors.sort()).toEqual(['NOT_FOUND metaData.0.id', 'NOT_FOUND zoneId'])
  })

  it('in an asset type', async () => {
    const { admin } = await newCompany(db)
    const input = { name: '', shortCode: '?', customFields: [{ fieldId: 'nope', label: 'Colour' }] }
    expect((await errorCodesOf(admin, 'createAssetType', input)).sort()).toEqual([
      'INVALID customFields.0.fieldId',
      'INVALID shortCode',
      'REQUIRED name',
    ])
  })
})

describe('the path of an error in a value of a custom field reaches the value', () => {
  const colour = customField({ label: 'Colour', options: ['red'] })
  const maker = customField({ label: 'Maker', isRequired: true })

  it('if it is not allowed, too long, or blank although required', async () => {
    const company = await newCompany(db)
    const type = await newAssetType(company, { customFields: [colour, maker] })
    const zone = await newZone(company)
    const asset = await newAsset(company, { typeId: type.id, metaData: { [maker.fieldId]: 'A' } })
    const metaData = [
      { id: colour.fieldId, value: 'green' },
      { id: maker.fieldId.toUpperCase(), value: ' ' },
    ]
    const fieldsOf = async (name: string, input: object) => {
      const { data } = await send(company.admin, name, { ...input, metaData })
      const { userErrors } = data[name] as { userErrors: { code: string; field: string[] }[] }
      return userErrors.map(({ code, field }) => [code, field])
    }
    const paths = [
      ['INVALID', ['metaData', '0', 'value']],
      ['REQUIRED', ['metaData', '1', 'value']],
    ]
    expect(await fieldsOf('createAsset', { zoneId: zone.uuid, typeId: type.uuid })).toEqual(paths)
    expect(await fieldsOf('updateAsset', { id: asset.uuid })).toEqual(paths)
  })
})

it('the response to a request without credentials says how to send them', async () => {
  const { status, errors } = await post('{ viewer { user { id } } }', {}, {})
  expect(status).toBe(401)
  expect(errors?.[0]?.message).toContain('`Authorization: Bearer <token>`')
  expect(errors?.[0]?.message).toContain('`x-api-key`')
})

it.each([undefined, 'application/xml'])(
  'the response to a body of the type %s says what is expected',
  async (type) => {
    const response = await fetch(`${await service()}/graphql`, {
      method: 'POST',
      // fetch adds a type to text, but not to bytes.
      body: new TextEncoder().encode('{"query": "{ __typename }"}'),
      ...(type && { headers: { 'content-type': type } }),
    })
    expect([response.status, await response.json()]).toEqual([
      415,
      {
        errors: [
          {
            message: 'A body with the header `Content-Type: application/json` is expected.',
            extensions: { code: 'BAD_REQUEST' },
          },
        ],
      },
    ])
  },
)
