import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { methodsOf } from '../../src/http/operation.js'
import { operations } from '../../src/set-a/operations.js'
import { callAs } from './rest.js'
import { mismatchesOf } from './mismatches.js'
import { requestOf } from './requests.js'
import { specified, table } from './specification.js'
import { newPopulatedCompany } from '../support/populated-company.js'

it('has exactly the operations of the specification, in its order', () => {
  expect(
    operations.map(([name, method, path, , , { status }]) => [
      name,
      ...methodsOf(method),
      path,
      status,
    ]),
  ).toEqual(specified.map(({ name, method, path, status }) => [name, method, path, status]))
})

const operationOf = (name: string) => {
  const operation = operations.find(([offered]) => offered === name)?.[5]
  if (!operation) throw new Error(`expected the operation ${name}, found none`)
  return operation
}

interface ObjectSchema {
  readonly properties?: object
  readonly required?: readonly string[]
}

const inputOf = (schema: z.ZodType | undefined) =>
  z.toJSONSchema(schema ?? z.object({}), { io: 'input', unrepresentable: 'any' }) as ObjectSchema

describe.each(specified)('$name', ({ name, method, path, body, query, answer }) => {
  const operation = operationOf(name)

  it('accepts exactly the fields of the specification, in its order', () => {
    const { properties = {}, required = [] } = inputOf(operation.body)
    const rows = body ? table(body) : []
    expect(Object.keys(properties)).toEqual(rows.map(([field]) => field))
    expect(required).toEqual(rows.filter(([, , need]) => need).map(([field]) => field))
  })

  it('accepts exactly the parameters of the specification, and the page', () => {
    const paging = ['page', 'per_page']
    const parameters = Object.keys(inputOf(operation.query).properties ?? {})
    const rows = query ? table(query) : []
    const expected = rows.flatMap(([field = '']) => (paging.includes(field) ? [] : [field]))
    expect(parameters).toEqual([...expected, ...(answer.startsWith('page of') ? paging : [])])
  })

  it.each([true, false])(
    'returns exactly the fields of the specification, with its order and types; full: %s',
    async (full) => {
      const company = await newPopulatedCompany({ full })
      const call = callAs(company.admin)
      const { path: url, ...request } = requestOf(name, path, company)
      const given = await call(method, url, request)
      expect([given.status, given.body]).toEqual([operation.status, given.body])
      expect(mismatchesOf(given.body, answer)).toEqual([])
      const records = given.body.data ?? given.body
      if (Array.isArray(records)) expect(records).not.toEqual([])
    },
  )
})
