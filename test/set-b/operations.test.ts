import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { methodsOf } from '../../src/http/operation.js'
import { operations as offered } from '../../src/set-b/operations.js'
import { callAs } from './rest.js'
import { fieldsOf, jsonSchemaOf, withoutNull } from './json-schema.js'
import { requestOf, requests } from './requests.js'
import { specified, table } from './specification.js'
import { newPopulatedCompany } from '../support/populated-company.js'

it('has exactly the operations of the specification, in its order', () => {
  expect(
    offered.map(([name, method, path, , , { status }]) => [name, methodsOf(method), path, status]),
  ).toEqual(specified.map(({ name, methods, path, status }) => [name, methods, path, status]))
})

it('has a request that succeeds for each operation', () => {
  expect(Object.keys(requests)).toEqual(offered.map(([name]) => name))
})

const required = (rows: string[][]) => rows.map(([name, type]) => [name, type, 'required'])

function operationOf(name: string) {
  const operation = offered.find(([offeredName]) => offeredName === name)?.[5]
  if (!operation) throw new Error(`expected the operation ${name}, found none`)
  return operation
}

describe.each(specified.filter(({ body }) => body))('$number, $name', ({ name, body }) => {
  it('accepts exactly the fields of the specification, with its order and types', () => {
    const schema = jsonSchemaOf(operationOf(name).body ?? z.never(), 'input')
    expect(fieldsOf(schema, table(body))).toEqual(table(body))
  })
})

describe.each(specified)('$number, $name', ({ name, methods, path, record, paged }) => {
  const operation = operationOf(name)

  it('returns exactly the fields of the specification, with its order and types', () => {
    const answer = jsonSchemaOf(operation.answer, 'output')
    if (paged) expect(fieldsOf(answer, table('page'))).toEqual(required(table('page')))
    const one = paged ? (answer.properties?.['data']?.items ?? {}) : answer
    expect(fieldsOf(one, table(record))).toEqual(required(table(record)))
  })

  it('returns these fields at run time', async () => {
    const company = await newPopulatedCompany()
    const request = requestOf(name, path, company)
    const call = callAs(company.admin)
    const { status, body: answer } = await call(methods[0] ?? '', request.path, request)
    expect([status, answer]).toEqual([operation.status, answer])
    if (paged) {
      expect(Object.keys(answer as object)).toEqual(table('page').map(([field]) => field))
      expect(answer.data).not.toEqual([])
    }
    const one = (paged ? answer.data[0] : answer) as Record<string, unknown>
    const rows = table(record)
    expect(Object.keys(one)).toEqual(rows.map(([field]) => field))
    for (const [field = '', type = ''] of rows) expect(one[field]).toSatisfy(isA(type), field)
  })
})

const isA = (type: string) => (value: unknown) => {
  if (value === null) return true
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

describe('the parts of records and bodies', () => {
  const answerOf = (name: string) =>
    jsonSchemaOf(operationOf(name).answer, 'output').properties ?? {}
  const bodyOf = (name: string) =>
    jsonSchemaOf(operationOf(name).body ?? z.never(), 'input').properties ?? {}

  it('has a label in the custom field values of responses', () => {
    const rows = table('meta-data')
    expect(fieldsOf(answerOf('readAsset')['metaData']?.items ?? {}, rows)).toEqual(required(rows))
  })

  it('has no label in the custom field values of bodies', () => {
    const metaData = withoutNull(bodyOf('createAsset')['metaData'] ?? {})
    const rows = table('meta-data').filter(([field]) => field !== 'label')
    expect(fieldsOf(metaData.items ?? {}, rows)).toEqual(required(rows))
  })

  it('has the custom fields of an asset type', () => {
    const rows = table('custom-field')
    const customFields = answerOf('readAssetType')['customFields']?.items ?? {}
    expect(fieldsOf(customFields, rows)).toEqual(required(rows))
  })

  it('has the address of a new site', () => {
    expect(fieldsOf(bodyOf('createSite')['address'] ?? {}, table('address'))).toEqual(
      table('address'),
    )
  })
})
