import { v7 as newUuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { service } from '../support/graphql.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'
import { statementsOf } from '../support/statements.js'
import { tableDigestsOf } from '../support/table-digests.js'
import { requestOf } from './requests.js'
import type { RestResponse } from '../support/rest.js'
import { callAs, pairOf, send } from './rest.js'
import { specified, table } from './specification.js'

let company: PopulatedCompany
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  company = await newPopulatedCompany()
  call = callAs(company.admin)
})

const bodyOf = (name: string) => requestOf(name, '', company).body as Record<string, unknown>

interface FieldError {
  readonly field: string
  readonly code: string
  readonly message: string
}
const errorsIn = ({ body }: { body: { errors?: FieldError[] } }) => body.errors ?? []
const fieldsIn = (answer: Parameters<typeof errorsIn>[0]) =>
  errorsIn(answer).map(({ field, code }) => `${code} ${field}`)

/** For each write, a field with a well-formed value that the domain rejects. */
const rejected: Readonly<Record<string, string>> = {
  createJob: 'technicianId',
  updateAsset: 'zoneId',
  createAsset: 'zoneId',
  updateSite: 'clientId',
  createSite: 'clientId',
  createZone: 'siteId',
}
const writes = specified.filter(({ body, number }) => body && number !== 'B1')
const malformed = writes.flatMap(({ name, methods, path, body }) =>
  table(body).flatMap(([field = '', type = '']) => {
    const other = rejected[name]
    // Without the id of the record to update, the domain cannot check its other fields.
    if (field === other || (field === 'id' && type === 'uuid')) return []
    return [{ name, method: methods[0] ?? '', path, field, other }]
  }),
)

it.each(malformed)(
  '$method $path reports a malformed $field together with the error that the domain finds in $other',
  async ({ name, method, path, field, other = '' }) => {
    const body = { ...bodyOf(name), [field]: { not: 'valid' }, [other]: newUuid() }
    const answer = await call(method, path, { body })
    expect(answer.status).toBe(400)
    const found = fieldsIn(answer).filter((error) => !error.includes(`${field}.`))
    if (field === 'id') expect(found).toEqual(['INVALID id'])
    else if (field === 'address') expect(found).toContain(`NOT_FOUND ${other}`)
    else expect(found).toEqual([`INVALID ${field}`, `NOT_FOUND ${other}`])
  },
)

it.each(writes)('$path writes nothing if only one field is malformed', async (operation) => {
  const { name, methods, path, body } = operation
  await call(methods[0] ?? '', path, { body: {} })
  const before = await tableDigestsOf(company.db, company.companyId)
  for (const [field = ''] of table(body)) {
    const invalid = { ...bodyOf(name), [field]: { not: 'valid' } }
    expect((await call(methods[0] ?? '', path, { body: invalid })).status, field).toBe(400)
  }
  expect(await tableDigestsOf(company.db, company.companyId)).toEqual(before)
})

it('reports a bad failure threshold together with a bad time zone and a taken code', async () => {
  const { address, ...site } = bodyOf('createSite')
  const badSite = {
    ...site,
    failureThreshold: 0,
    name: ' ',
    address: { ...(address as object), timezone: 'Mars/Olympus', city: 7 },
  }
  const answer = await call('POST', '/v1/sites', { body: badSite })
  expect(fieldsIn(answer).sort()).toEqual([
    'INVALID address.city',
    'INVALID address.timezone',
    'OUT_OF_RANGE failureThreshold',
    'REQUIRED name',
  ])
  const asset = { ...bodyOf('createAsset'), riskLevel: 5, code: company.asset.code }
  expect(fieldsIn(await call('POST', '/v1/assets', { body: asset }))).toEqual([
    'INVALID riskLevel',
    'TAKEN code',
  ])
})

it('reports malformed elements of a list together with those that the domain rejects', async () => {
  const { zone, field } = company
  const zoneIds = ['x', zone.uuid, newUuid(), 5, newUuid()]
  const job = await call('POST', '/v1/jobs', { body: { ...bodyOf('createJob'), zoneIds } })
  expect(fieldsIn(job)).toEqual([
    'INVALID zoneIds.0',
    'INVALID zoneIds.3',
    'NOT_FOUND zoneIds.2',
    'NOT_FOUND zoneIds.4',
  ])
  const metaData = [
    { id: 'x', value: 'y' },
    { id: newUuid(), value: 'y' },
    { id: field.fieldId, value: 5 },
    'x',
    { id: field.fieldId, value: 'x'.repeat(1001) },
  ]
  const asset = await call('POST', '/v1/assets', { body: { ...bodyOf('createAsset'), metaData } })
  expect(fieldsIn(asset)).toEqual([
    'INVALID metaData.0.id',
    'INVALID metaData.2.value',
    'INVALID metaData.3',
    'NOT_FOUND metaData.1.id',
    'TOO_LONG metaData.4.value',
  ])
})

it('leaves out the errors of the domain if a body has more than 100 malformed values', async () => {
  const rejected = { technicianId: newUuid() }
  const body = (length: number) => ({
    ...bodyOf('createJob'),
    ...rejected,
    zoneIds: Array.from({ length }, () => 'x'),
  })
  const errors = async (length: number) =>
    fieldsIn(await call('POST', '/v1/jobs', { body: body(length) }))
  expect((await errors(100)).at(-1)).toBe('NOT_FOUND technicianId')
  expect((await errors(101)).at(-1)).toBe('INVALID zoneIds.100')
})

it('reports an unknown record to update together with a malformed field', async () => {
  const body = { ...bodyOf('updateSite'), id: newUuid(), failureThreshold: 'two' }
  const answer = await call('PATCH', '/v1/sites', { body })
  expect([answer.status, fieldsIn(answer)]).toEqual([
    400,
    ['INVALID failureThreshold', 'NOT_FOUND id'],
  ])
})

it('does not sign in with a malformed body', async () => {
  const headers = await pairOf(company.admin)
  const body = { username: 1, password: 'x' }
  let answer: RestResponse | undefined
  const statements = await statementsOf(company.db, async () => {
    answer = await send('POST', '/api/authentication/login', { body, headers })
  })
  expect(answer && fieldsIn(answer)).toEqual(['INVALID username'])
  expect(statements.filter((text) => !text.includes('api_key'))).toEqual([])
})

describe('a message', () => {
  it('is a sentence of the service for every field and every JSON type', async () => {
    const values = [undefined, null, 'x', '', 1.5, 1e300, -1, true, [], ['x'], [1], {}]
    const messages = new Set<string>()
    for (const { name, methods, path, body } of writes) {
      for (const [field = ''] of table(body)) {
        for (const value of values) {
          const sent = { ...bodyOf(name), [field]: value }
          const answer = await call(methods[0] ?? '', path, { body: sent })
          if (answer.status !== 400) continue
          for (const { message } of errorsIn(answer)) messages.add(message)
        }
      }
    }
    expect([...messages].sort()).toEqual([
      'A JSON object is expected.',
      'A UUID is expected.',
      'A list is expected.',
      'A number is expected.',
      'A number of at least 1 is expected.',
      'A smaller number is expected.',
      'A value is required.',
      'A whole number is expected.',
      'One of Critical, High, Medium, Low is expected.',
      'Text is expected.',
      'The end must come after the start.',
      'True or false is expected.',
    ])
  })

  it('of a page without its size and index says what is missing', async () => {
    const answer = await call('GET', '/v1/sites')
    expect(errorsIn(answer)).toEqual([
      { field: 'pageSize', code: 'REQUIRED', message: 'A value is required.' },
      { field: 'pageIndex', code: 'REQUIRED', message: 'A value is required.' },
    ])
  })
})

it.each([[[]], ['text'], [1], [true]])('a body that is %j has the field `body`', async (body) => {
  const answer = await call('POST', '/v1/zones', { body })
  expect([answer.status, errorsIn(answer)]).toEqual([
    400,
    [{ field: 'body', code: 'INVALID', message: 'A JSON object is expected.' }],
  ])
})

it.each(['city', 'region', 'street', 'timezone'])('the address needs a %s', async (part) => {
  const { address, ...body } = bodyOf('createSite')
  for (const blank of ['', '  ']) {
    const changed = { ...(address as object), [part]: blank }
    const answer = await call('POST', '/v1/sites', { body: { ...body, address: changed } })
    expect([answer.status, errorsIn(answer)]).toEqual([
      400,
      [{ field: `address.${part}`, code: 'REQUIRED', message: 'A value is required.' }],
    ])
  }
})

describe('without Content-Type', () => {
  const sendBytes = async (body: Uint8Array | undefined) => {
    const response = await fetch(`${await service()}/v1/zones`, {
      method: 'POST',
      headers: await pairOf(company.admin),
      // fetch adds a type to text, but not to bytes.
      ...(body && { body: new Uint8Array(body) }),
    })
    return { status: response.status, body: (await response.json()) as { message: string } }
  }

  it('the response to a body names the expected type', async () => {
    const answer = await sendBytes(Buffer.from(JSON.stringify(bodyOf('createZone'))))
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'The header Content-Type is missing: application/json is expected.' },
    })
  })

  it('the response to an empty body names the required fields', async () => {
    const answer = await sendBytes(undefined)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }, {}, {}] } })
  })
})
