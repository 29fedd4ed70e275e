import { v7 as newUuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../support/builders.js'
import { callAs } from './rest.js'
import { requestOf } from './requests.js'
import { specified, table } from './specification.js'
import {
  newRemovedRecords,
  newPopulatedCompany,
  type PopulatedCompany,
} from '../support/populated-company.js'

let company: PopulatedCompany
let other: PopulatedCompany
let removed: PopulatedCompany
let call: ReturnType<typeof callAs>

beforeAll(async () => {
  ;[company, other] = await Promise.all([newPopulatedCompany(), newPopulatedCompany()])
  removed = await newRemovedRecords(company)
  call = callAs(company.admin)
})

/** Every field of every body that a write of `/v1` takes. */
const writes = specified.filter(({ body, number }) => body && number !== 'B1')
const fields = writes.flatMap(({ name, methods, path, body }) =>
  table(body).flatMap(([field = '', type = '', required]) =>
    methods.map((method) => ({ name, method, path, field, type, required: required !== '' })),
  ),
)

const bodyOf = (name: string) => requestOf(name, '', company).body as Record<string, unknown>

const refusedAt = (field: string, code: string) => ({
  status: 400,
  body: { status: 400, code: 'BAD_REQUEST', errors: [{ field, code }] },
})

it('takes the placeholder as the technician, if the company allows jobs without one', async () => {
  const own = await newPopulatedCompany()
  const placeholder = await newUser(own, { placeholder: true, active: false })
  const post = (technicianId: unknown) => {
    const body = { ...(requestOf('createJob', '', own).body as object), technicianId }
    return callAs(own.admin)('POST', '/v1/jobs', { body })
  }
  const { uuid } = placeholder
  expect(await post(uuid)).toMatchObject(refusedAt('technicianId', 'REQUIRED'))
  const data = { allowUnassignedJobs: true }
  await own.db.prisma.company.update({ where: { id: own.companyId }, data })
  expect(await post(uuid)).toMatchObject({ status: 201, body: { technicianId: uuid } })
  expect(await post(undefined)).toMatchObject(refusedAt('technicianId', 'REQUIRED'))
})

const notOf: Record<string, unknown[]> = {
  string: [1, true, {}, ['x']],
  uuid: [1, true, 'x', '', '0190-not-a-uuid', {}],
  int32: ['1', 1.5, true, 1e300, [1]],
  boolean: ['true', 1, 0, {}],
  array: ['x', {}, 1],
  object: ['x', 1, []],
}

describe.each(fields)('$method $path: $field', ({ name, method, path, field, type, required }) => {
  it.each(notOf[type] ?? [])('is not %j', async (value) => {
    const body = { ...bodyOf(name), [field]: value }
    const answer = await call(method, path, { body })
    const code = value === 1e300 ? expect.stringMatching(/INVALID|OUT_OF_RANGE/) : 'INVALID'
    expect(answer).toMatchObject(refusedAt(field, code as string))
  })

  it(`may ${required ? 'not ' : ''}be absent`, async () => {
    const answer = await call(method, path, { body: { ...bodyOf(name), [field]: undefined } })
    if (required) expect(answer).toMatchObject(refusedAt(field, 'REQUIRED'))
    else expect(answer.status).toBeLessThan(300)
  })
})

const texts = fields.filter(({ type }) => type === 'string')
it.each(texts)('$method $path: $field has no control characters', async (text) => {
  const { name, method, path, field } = text
  // `riskLevel` is one of several names.
  const isText = field !== 'riskLevel'
  const hasLines = field === 'instructions'
  const sendWith = (value: string) =>
    call(method, path, { body: { ...bodyOf(name), [field]: value } })
  expect(await sendWith('a\u001bb')).toMatchObject(refusedAt(field, 'INVALID'))
  const lines = await sendWith('a\nb')
  if (hasLines) expect(lines.body).toMatchObject({ instructions: 'a\nb' })
  else if (isText) expect(lines).toMatchObject(refusedAt(field, 'INVALID'))
})

const needed = fields.filter(({ required }) => required)
it.each(needed)('$method $path: $field may not be null', async ({ name, method, path, field }) => {
  const answer = await call(method, path, { body: { ...bodyOf(name), [field]: null } })
  expect(answer).toMatchObject(refusedAt(field, 'REQUIRED'))
})

/** Fields that hold a UUID of another record, and which. */
const references: [string, (company: PopulatedCompany) => { uuid: string }][] = [
  ['jobTypeId', ({ jobType }) => jobType],
  ['siteId', ({ site }) => site],
  ['technicianId', ({ users }) => users.technician],
  ['assetTypeId', ({ assetType }) => assetType],
  ['zoneId', ({ zone }) => zone],
  ['clientId', ({ client }) => client],
  ['siteManagerUserId', ({ users }) => users.admin],
  ['typeId', ({ zoneType }) => zoneType],
]
const referring = fields.flatMap((each) =>
  references.filter(([field]) => field === each.field).map(([, record]) => ({ ...each, record })),
)

describe.each(referring)('$method $path: $field', ({ name, method, path, field, record }) => {
  const callWith = (id: unknown) => call(method, path, { body: { ...bodyOf(name), [field]: id } })
  const errorsOf = async (id: unknown) => {
    const { status, body } = await callWith(id)
    return [
      status,
      (body.errors as { field: string; code: string }[]).filter((e) => e.field === field),
    ]
  }
  const notFound = [400, [expect.objectContaining({ field, code: 'NOT_FOUND' })]]

  it('must be of an existing record', async () => {
    expect(await errorsOf(newUuid())).toEqual(notFound)
  })

  it('must be of a record of the company', async () => {
    expect(await errorsOf(record(other).uuid)).toEqual(notFound)
  })

  it('must not be of a removed record', async () => {
    expect(await errorsOf(record(removed).uuid)).toEqual(notFound)
  })

  it('must be a UUID', async () => {
    expect(await errorsOf('x')).toEqual([
      400,
      [expect.objectContaining({ field, code: 'INVALID' })],
    ])
  })

  it('may be in upper case', async () => {
    expect((await callWith(record(company).uuid.toUpperCase())).status).toBeLessThan(300)
  })
})

describe('numbers', () => {
  const job = (times: object) =>
    call('POST', '/v1/jobs', { body: { ...bodyOf('createJob'), ...times } })

  it.each([
    ['startAt', -2_147_483_649],
    ['startAt', 2_147_483_648],
    ['endAt', -2_147_483_649],
    ['endAt', 2_147_483_648],
  ])('rejects %s %d, which exceeds 32 bits', async (field, value) => {
    expect(await job({ [field]: value })).toMatchObject(refusedAt(field, 'OUT_OF_RANGE'))
  })

  it('accepts the first and the last second of 32 bits', async () => {
    expect(await job({ startAt: -2_147_483_648, endAt: 2_147_483_647 })).toMatchObject({
      status: 201,
      body: { startedAt: -2_147_483_648, endedAt: 2_147_483_647, futureStartDate: false },
    })
  })

  it('rejects an end that is not after the start', async () => {
    const answer = await job({ startAt: 1_900_000_000, endAt: 1_900_000_000 })
    expect(answer).toMatchObject(refusedAt('endAt', 'INVALID'))
  })

  const sites = [
    ['POST', 'createSite'],
    ['PATCH', 'updateSite'],
    ['PUT', 'updateSite'],
  ] as const
  it.each(sites)(
    '%s rejects a failure threshold below 1 and above 32 bits',
    async (method, name) => {
      for (const failureThreshold of [0, -1, 2_147_483_648]) {
        const answer = await call(method, '/v1/sites', {
          body: { ...bodyOf(name), failureThreshold },
        })
        expect(answer).toMatchObject(refusedAt('failureThreshold', 'OUT_OF_RANGE'))
      }
    },
  )

  it.each(sites)('%s accepts a failure threshold of 1', async (method, name) => {
    const body = { ...bodyOf(name), failureThreshold: 1 }
    expect((await call(method, '/v1/sites', { body })).body).toMatchObject({ failureThreshold: 1 })
  })
})

describe('an address', () => {
  const withAddress = (change: object) => {
    const { address, ...body } = bodyOf('createSite')
    const changed = { ...(address as object), ...change }
    return call('POST', '/v1/sites', { body: { ...body, address: changed } })
  }

  it.each(['city', 'region', 'street', 'timezone'])('requires a %s', async (part) => {
    const answer = await withAddress({ [part]: undefined })
    expect(answer).toMatchObject(refusedAt(`address.${part}`, 'REQUIRED'))
  })

  it.each(['', ' ', 'Mars/Olympus', 'UTC+1', '../etc'])(
    'rejects the time zone %j',
    async (timezone) => {
      const { status, body } = await withAddress({ timezone })
      expect([status, body.errors[0].field]).toEqual([400, 'address.timezone'])
    },
  )
})
