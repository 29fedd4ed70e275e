import { beforeAll, describe, expect, it } from 'vitest'
import { service } from '../support/graphql.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'
import { tableDigestsOf } from '../support/table-digests.js'
import * as files from './files.js'
import { assetBody, jobBody } from './requests.js'
import { bearerOf, callAs } from './rest.js'

let company: PopulatedCompany
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  company = await newPopulatedCompany()
  call = callAs(company.admin)
})

/** The errors of a request that must write nothing. */
async function errorsOf(path: string, body: unknown): Promise<Record<string, string[]>> {
  await call('GET', '/api/sites')
  const before = await tableDigestsOf(company.db, company.companyId)
  const answer = await call('POST', path, { body })
  expect(answer.status).toBe(400)
  expect(await tableDigestsOf(company.db, company.companyId), 'what was written').toEqual(before)
  return (answer.body as { errors: Record<string, string[]> }).errors
}

describe('the errors of the schema and of the domain come together', () => {
  const malformed = Object.entries({
    site_id: 'x',
    job_type_id: true,
    start_date: '2035-02-30',
    end_date: 5,
    start_time: '9:00',
    end_time: '25:00:00',
    requires_signature: 'maybe',
    reference: 7,
    special_instructions: 7,
    documents: 'x',
  })

  it.each(malformed)('for a job with a malformed %s', async (field, value) => {
    const body = { ...jobBody(company), [field]: value, technician_id: 2_147_483_647 }
    expect(await errorsOf('/api/job', body)).toEqual({
      [field]: [expect.stringMatching(/must|invalid/)],
      technician_id: ['The selected technician id is invalid.'],
    })
  })

  it.each(malformed.slice(0, 7))('for a job without %s', async (field) => {
    const body = { ...jobBody(company), [field]: null, technician_id: company.users.admin.id }
    expect(await errorsOf('/api/job', body)).toEqual({
      [field]: [`The ${field.replaceAll('_', ' ')} field is required.`],
      technician_id: ['The selected technician id is invalid.'],
    })
  })

  it.each(malformed)('nothing is written if only %s is malformed', async (field, value) => {
    const errors = await errorsOf('/api/job', { ...jobBody(company), [field]: value })
    expect(Object.keys(errors)).toEqual([field])
  })

  it('for an asset', async () => {
    const body = { ...assetBody(company), zone_id: 'x', code: company.asset.code }
    expect(await errorsOf('/api/asset', body)).toEqual({
      zone_id: ['The zone id field must be an integer.'],
      code: ['The code has already been taken.'],
    })
    const values = { ...assetBody(company), zone_id: 2_147_483_647, meta_data: { x: [1], y: 'z' } }
    expect(await errorsOf('/api/asset', values)).toEqual({
      'meta_data.x': ['The meta data.x field must be a string.'],
      'meta_data.y': ['The selected meta data.y is invalid.'],
      zone_id: ['The selected zone id is invalid.'],
    })
  })
})

describe('a file in a form', () => {
  const formWith = (field: string) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(jobBody(company))) form.set(name, String(value))
    form.append(field, new Blob([new Uint8Array(files.pdf)]), 'plan.pdf')
    return form
  }

  it.each(['photo', 'file', 'document', 'document[]'])(
    'is rejected if its field is %s',
    async (field) => {
      expect(await errorsOf('/api/job', formWith(field))).toEqual({
        [field]: [`The ${field} field must not be a file: documents are sent as documents[].`],
      })
    },
  )

  it('is rejected in a field of the job', async () => {
    const errors = await errorsOf('/api/job', formWith('reference'))
    expect(errors).toEqual({ reference: ['The reference field must be a string.'] })
  })

  it('is not needed in an unknown field, which is ignored', async () => {
    const form = new FormData()
    const fields = { ...jobBody(company), photo: 'none' }
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    expect((await call('POST', '/api/job', { body: form })).status).toBe(201)
  })
})

describe('without Content-Type', () => {
  const send = async (path: string, body?: string) => {
    const response = await fetch(`${await service()}${path}`, {
      method: 'POST',
      headers: await bearerOf(company.admin),
      // fetch adds a type to text, but not to bytes.
      ...(body !== undefined && { body: new TextEncoder().encode(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  it.each([
    ['/api/asset', 'application/json'],
    ['/api/job', 'application/json or multipart/form-data'],
  ])('the response of %s to a body names %s', async (path, expected) => {
    expect(await send(path, '{}')).toEqual({
      status: 400,
      body: { message: `The header Content-Type is missing: ${expected} is expected.` },
    })
  })

  it('the token endpoint names the expected types, with a code of OAuth', async () => {
    const message =
      'The header Content-Type is missing: application/json or application/x-www-form-urlencoded is expected.'
    expect(await send('/oauth/token', '{}')).toEqual({
      status: 400,
      body: { error: 'invalid_request', error_description: message, message },
    })
  })

  it('the response to an empty body names the required fields', async () => {
    const { status, body } = await send('/api/asset')
    expect([status, Object.keys(body['errors'] as object)]).toEqual([
      400,
      ['zone_id', 'asset_type_id'],
    ])
  })
})
