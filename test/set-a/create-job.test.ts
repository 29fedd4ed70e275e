import { beforeAll, describe, expect, it } from 'vitest'
import { newCompany, newJobType, newSite, newUpload, newUser } from '../support/builders.js'
import { tableDigestsOf } from '../support/table-digests.js'
import { testDatabase } from '../support/database.js'
import { graph, service } from '../support/graphql.js'
import { statementsOf } from '../support/statements.js'
import { callAs } from './rest.js'
import { jobBody } from './requests.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'

let company: PopulatedCompany
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  company = await newPopulatedCompany({ full: true })
  call = callAs(company.admin)
})

const create = (changes: Record<string, unknown> = {}) =>
  call('POST', '/api/job', { body: { ...jobBody(company), ...changes } })

const errorsOf = async (changes: Record<string, unknown>) => {
  const { status, body } = await create(changes)
  expect([status, body]).toEqual([400, body])
  return body.errors as Record<string, string[]>
}

it('accepts line breaks in the instructions, but not in the reference', async () => {
  const { body } = await create({ special_instructions: 'a\nb' })
  expect(body.special_instructions).toBe('a\nb')
  expect(Object.keys(await errorsOf({ reference: 'a\nb' }))).toEqual(['reference'])
  const controls = { reference: 'a\u001bb', special_instructions: 'a\u001bb' }
  expect(Object.keys(await errorsOf(controls)).sort()).toEqual(Object.keys(controls).sort())
})

it('takes the placeholder as the technician, if the company allows jobs without one', async () => {
  const own = await newPopulatedCompany()
  const placeholder = await newUser(own, { placeholder: true, active: false })
  const post = (technician_id: unknown) =>
    callAs(own.admin)('POST', '/api/job', { body: { ...jobBody(own), technician_id } })
  const refused = { status: 400, body: { errors: { technician_id: [expect.any(String)] } } }
  expect(await post(placeholder.id)).toMatchObject(refused)
  const { companyId } = own
  const data = { allowUnassignedJobs: true }
  await own.db.prisma.company.update({ where: { id: companyId }, data })
  expect(await post(placeholder.id)).toMatchObject({
    status: 201,
    body: { technician_id: String(placeholder.id), technician: { id: placeholder.id } },
  })
  for (const nothing of [null, undefined, '']) expect(await post(nothing)).toMatchObject(refused)
})

const scheduled = async (id: number) => {
  const { data } = await graph(company.admin)(
    'query ($search: String!) { jobs(filter: {search: $search}, last: 1) { nodes { databaseId scheduledStart scheduledEnd } } }',
    { search: '' },
  )
  const job = data.jobs.nodes.find(({ databaseId }: { databaseId: number }) => databaseId === id)
  return [job.scheduledStart, job.scheduledEnd]
}

it('returns the job with its relations', async () => {
  const { status, body } = await create()
  expect(status).toBe(201)
  expect(body).toMatchObject({
    site_id: String(company.site.id),
    technician_id: String(company.users.technician.id),
    job_type_id: String(company.jobType.id),
    user_id: company.admin.viewer.userId,
    company_id: company.companyId,
    start_date: '2035-06-01 09:00:00',
    end_date: '2035-06-02 17:30:00',
    allow_early_closure: true,
    special_instructions: 'Ring twice.',
    reference: 'R-1',
    requires_signature: true,
    total_minutes: 0,
    start_date_is_future: true,
    company: {
      id: company.companyId,
      job_number: body.number,
      logo: 'logos/acme.png',
      logo_url: '/logos/acme.png',
    },
    site: {
      id: company.site.id,
      zones: [{ id: company.zone.id }],
      client: { id: company.client.id, logo_url: 'https://example.com/logo.png' },
    },
    type: { id: company.jobType.id },
    current_status: { statusable_id: body.id, statusable_type: 'App\\Models\\Job' },
    zones: [],
    technician: {
      id: company.users.technician.id,
      profile: {
        formatted_mobile: '+44 7400 123456',
        picture: 'faces/1.png',
        picture_url: '/faces/1.png',
      },
    },
    user: { id: company.admin.viewer.userId },
  })
})

it('shows uploaded images: a path that stays, and a URL that opens without credentials', async () => {
  const [own, theirs] = [await newUpload(company), await newUpload(company)]
  const { data } = await graph(company.admin)(
    `mutation ($own: UpdateCompanyInput!, $theirs: UpdateClientInput!) {
      updateCompany(input: $own) { userErrors { message } }
      updateClient(input: $theirs) { userErrors { message } }
    }`,
    {
      own: { logoDocumentId: own.uuid },
      theirs: { id: company.client.uuid, logoDocumentId: theirs.uuid },
    },
  )
  expect(data).toEqual({ updateCompany: { userErrors: [] }, updateClient: { userErrors: [] } })
  const { body } = await create()
  for (const [{ logo, logo_url: url }, { uuid, size }] of [
    [body.company, own],
    [body.site.client, theirs],
  ] as const) {
    expect(logo).toBe(`documents/${uuid}`)
    const response = await fetch(`${await service()}${url}`)
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, size])
  }
})

it('numbers the jobs of the company without gaps', async () => {
  const [first, second] = [await create(), await create()]
  await create({ site_id: 0 })
  const third = await create()
  const numbers = [first, second, third].map(({ body }) => body.number as number)
  expect(numbers).toEqual([numbers[0], (numbers[0] ?? 0) + 1, (numbers[0] ?? 0) + 2])
  expect(third.body.company.stats.jobs).toBe(third.body.company.job_number)
})

it('needs four statements for any relations', async () => {
  await create()
  const texts = await statementsOf(company.db, () => create())
  // `begin` and `commit` are sent in one write with the insert.
  const others = texts.filter((text) => text !== 'begin' && text !== 'commit')
  expect(texts.length - others.length).toBe(2)
  expect(others.length).toBeLessThanOrEqual(4)
})

describe('local times', () => {
  const inZone = async (timezone: string | null, changes: Record<string, unknown> = {}) => {
    const { id } = await newSite(company, { timezone })
    const { status, body } = await create({ site_id: id, ...changes })
    expect([status, body]).toEqual([201, body])
    return body
  }

  it.each([
    ['America/New_York', ['2035-06-01T13:00:00.000Z', '2035-06-02T21:30:00.000Z']],
    ['Asia/Kolkata', ['2035-06-01T03:30:00.000Z', '2035-06-02T12:00:00.000Z']],
    [null, ['2035-06-01T09:00:00.000Z', '2035-06-02T17:30:00.000Z']],
  ])('are in the site’s time zone %s, and are returned as they were sent', async (zone, times) => {
    const body = await inZone(zone)
    expect([body.start_date, body.end_date]).toEqual(['2035-06-01 09:00:00', '2035-06-02 17:30:00'])
    expect(await scheduled(body.id as number)).toEqual(times)
  })

  const SKIPPED = ' field must be a time that exists at the site: clocks are set forward.'

  it('that the clock skips are refused', async () => {
    const { id } = await newSite(company, { timezone: 'Europe/London' })
    const start = { start_date: '2035-03-25', start_time: '01:30:00', end_date: '2035-03-26' }
    expect(await errorsOf({ site_id: id, ...start })).toEqual({
      start_time: [`The start time${SKIPPED}`],
    })
    const end = { start_date: '2035-03-20', end_date: '2035-03-25', end_time: '01:59:59' }
    expect(await errorsOf({ site_id: id, ...end })).toEqual({
      end_time: [`The end time${SKIPPED}`],
    })
    const sameDay = { start_date: '2035-03-25', start_time: '00:30:00', end_date: '2035-03-25' }
    expect(await errorsOf({ site_id: id, ...sameDay, end_time: '01:30:00' })).toEqual({
      end_time: [`The end time${SKIPPED}`],
    })
    expect((await create({ site_id: id, ...sameDay, end_time: '02:30:00' })).status).toBe(201)
  })

  it('may be in the past', async () => {
    const body = await inZone('UTC', { start_date: '2020-01-01', end_date: '2020-01-02' })
    expect(body.start_date_is_future).toBe(false)
  })
})

describe('accepted input', () => {
  it.each([true, false, 1, 0, '1', '0', 'true', 'false'])(
    'accepts %j as a boolean',
    async (given) => {
      const { body } = await create({ requires_signature: given })
      expect(body.requires_signature).toBe([true, 1, '1', 'true'].includes(given))
    },
  )

  it('accepts ids as strings of digits', async () => {
    const { status } = await create({ site_id: ` ${company.site.id} ` })
    expect(status).toBe(201)
  })

  it.each([undefined, null, '', '   '])('accepts %j as an absent text', async (given) => {
    const { body } = await create({ reference: given, special_instructions: given })
    expect([body.reference, body.special_instructions]).toEqual([null, null])
  })

  it('accepts a form, and ignores unknown fields', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(jobBody(company))) form.set(name, String(value))
    form.set('unknown', 'x')
    const { status, body } = await call('POST', '/api/job', { body: form })
    expect([status, body.reference]).toEqual([201, 'R-1'])
  })
})

describe('validation', () => {
  const REQUIRED = [
    'site_id',
    'job_type_id',
    'technician_id',
    'start_date',
    'end_date',
    'start_time',
    'end_time',
    'requires_signature',
  ]

  it.each([
    ['an empty object', {}],
    ['nothing', undefined],
    ['a list', []],
    ['nulls', Object.fromEntries(REQUIRED.map((name) => [name, null]))],
    ['blanks', Object.fromEntries(REQUIRED.map((name) => [name, ' ']))],
  ])('reports all fields together: %s', async (_, body) => {
    const { status, body: answer } = await call('POST', '/api/job', { body })
    const messages = REQUIRED.map((name) => `The ${name.replaceAll('_', ' ')} field is required.`)
    expect([status, answer]).toEqual([
      400,
      {
        message: 'The site id field is required. (and 7 more errors)',
        errors: Object.fromEntries(REQUIRED.map((name, index) => [name, [messages[index]]])),
      },
    ])
  })

  it('uses the singular for one error', async () => {
    const { body } = await create({ site_id: 'x', end_time: 'x' })
    expect(body.message).toBe('The site id field must be an integer. (and 1 more error)')
  })

  it.each<[string, unknown, string]>([
    ['site_id', 'x', 'The site id field must be an integer.'],
    ['site_id', 1.5, 'The site id field must be an integer.'],
    ['site_id', true, 'The site id field must be an integer.'],
    ['site_id', [1], 'The site id field must be an integer.'],
    ['site_id', 2147483647, 'The selected site id is invalid.'],
    ['site_id', 99999999999, 'The selected site id is invalid.'],
    ['site_id', -1, 'The selected site id is invalid.'],
    ['job_type_id', 2147483647, 'The selected job type id is invalid.'],
    ['technician_id', 2147483647, 'The selected technician id is invalid.'],
    ['start_date', '2035-02-30', 'The start date field must match the format Y-m-d.'],
    ['start_date', '2035-6-1', 'The start date field must match the format Y-m-d.'],
    ['start_date', 20350601, 'The start date field must match the format Y-m-d.'],
    ['end_date', '01/06/2035', 'The end date field must match the format Y-m-d.'],
    ['end_date', '2035-05-31', 'The end date field must be a date after start date.'],
    ['start_time', '9:00:00', 'The start time field must match the format H:i:s.'],
    ['start_time', '09:00', 'The start time field must match the format H:i:s.'],
    ['end_time', '24:00:00', 'The end time field must match the format H:i:s.'],
    ['requires_signature', 'yes', 'The requires signature field must be true or false.'],
    ['reference', 5, 'The reference field must be a string.'],
    ['reference', 'x'.repeat(256), 'The reference field must not be greater than 255 characters.'],
    ['reference', 'a\0b', 'The reference field format is invalid.'],
    [
      'special_instructions',
      'x'.repeat(10_001),
      'The special instructions field must not be greater than 10000 characters.',
    ],
    ['documents', ['x'], 'The documents.0 field must be a file.'],
    ['documents', 'x', 'The documents field must be an array.'],
  ])('%s: %j', async (name, value, message) => {
    const field = Array.isArray(value) && name === 'documents' ? 'documents.0' : name
    expect(await errorsOf({ [name]: value })).toEqual({ [field]: [message] })
  })

  it.each(['09:00:00', '08:59:59'])(
    'reports an end at %s on the day of the start at 09:00:00 for the time',
    async (end_time) => {
      const day = { start_date: '2035-06-01', end_date: '2035-06-01', start_time: '09:00:00' }
      expect(await errorsOf({ ...day, end_time })).toEqual({
        end_time: ['The end time field must be a time after start time.'],
      })
    },
  )

  it('reports all references together', async () => {
    const errors = await errorsOf({ site_id: 0, job_type_id: 0, technician_id: 0 })
    expect(Object.keys(errors)).toEqual(['site_id', 'job_type_id', 'technician_id'])
  })

  it('rejects an admin as technician, an inactive type, and removed references', async () => {
    const selected = (name: string) => [`The selected ${name} is invalid.`]
    const { userId } = company.admin.viewer
    expect(await errorsOf({ technician_id: userId })).toEqual({
      technician_id: selected('technician id'),
    })
    const disabled = await newUser(company, { active: false })
    expect(await errorsOf({ technician_id: disabled.id })).toEqual({
      technician_id: selected('technician id'),
    })
    const type = await newJobType(company, { active: false })
    expect(await errorsOf({ job_type_id: type.id })).toEqual({
      job_type_id: selected('job type id'),
    })
    const site = await newSite(company, { deletedAt: new Date() })
    expect(await errorsOf({ site_id: site.id })).toEqual({ site_id: selected('site id') })
    const foreign = await newSite(await newCompany(testDatabase()))
    expect(await errorsOf({ site_id: foreign.id })).toEqual({ site_id: selected('site id') })
  })

  it('writes nothing', async () => {
    const { db, companyId } = company
    const before = await tableDigestsOf(db, companyId)
    await errorsOf({ technician_id: 0 })
    await errorsOf({ end_date: '2035-05-31' })
    expect(await tableDigestsOf(db, companyId)).toEqual(before)
  })
})
