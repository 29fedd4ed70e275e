import { expect, it } from 'vitest'
import { newAssetType, newCompany, newZone } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'

it('contains no more about a bug than the request id', async () => {
  // Clients cannot set the barcode format, so a malformed one causes an internal error.
  const company = await newCompany(testDatabase(), {
    allowExternalBarcodes: true,
    barcodeFormat: '(',
  })
  const zone = await newZone(company)
  const type = await newAssetType(company)
  const { data, errors, headers } = await graph(company.admin)(
    `mutation ($zoneId: ID!, $typeId: ID!) {
      createAsset(input: { zoneId: $zoneId, typeId: $typeId, barcode: "B-1" }) { asset { id } }
    }`,
    { zoneId: zone.uuid, typeId: type.uuid },
  )
  expect(data).toEqual({ createAsset: null })
  expect(errors).toHaveLength(1)
  expect(errors?.[0]).toMatchObject({
    message: 'Something went wrong on our side.',
    path: ['createAsset'],
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: headers.get('x-request-id') },
  })
  expect(Object.keys(errors?.[0]?.extensions ?? {})).toEqual(['code', 'requestId'])
})
