import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../support/database.js'
import { newPopulatedCompany } from '../support/populated-company.js'
import { callAs as callSetA } from '../set-a/rest.js'
import { jobBody } from '../set-a/requests.js'
import { callAs as callSetB } from '../set-b/rest.js'
import { requests } from '../set-b/requests.js'

const db = testDatabase()
const KEY = 'Idempotency-Key'

async function newAdmin() {
  const company = await newPopulatedCompany()
  const [callA, callB] = [callSetA(company.admin), callSetB(company.admin)]
  const count = () => db.prisma.job.count({ where: { companyId: company.companyId } })
  return { company, callA, callB, count, before: await count() }
}

describe('in Set A, a key', () => {
  it('makes retries return the first response, and write nothing', async () => {
    const { company, callA, count, before } = await newAdmin()
    const request = { body: jobBody(company), headers: { [KEY]: randomUUID() } }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callA('POST', '/api/job', request)),
    )
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await count()).toBe(before + 1)
  })

  it('covers the documents of a form', async () => {
    const { company, callA, count, before } = await newAdmin()
    const headers = { [KEY]: randomUUID() }
    const create = (text: string) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(jobBody(company))) form.set(name, String(value))
      form.append('documents[]', new File([text], 'notes.pdf', { type: 'application/pdf' }))
      return callA('POST', '/api/job', { body: form, headers })
    }
    const first = await create('%PDF-1.4 one')
    expect((await create('%PDF-1.4 one')).body).toEqual(first.body)
    expect((await create('%PDF-1.4 two')).status).toBe(400)
    expect(await count()).toBe(before + 1)
  })

  it('is refused with another payload', async () => {
    const { company, callA } = await newAdmin()
    const headers = { [KEY]: randomUUID() }
    await callA('POST', '/api/job', { body: jobBody(company), headers })
    const body = { ...jobBody(company), reference: 'R-2' }
    const { status, body: refusal } = await callA('POST', '/api/job', { body, headers })
    const message = 'The Idempotency-Key was already used for a request with other values.'
    expect([status, refusal]).toEqual([400, { message, errors: { [KEY]: [message] } }])
  })
})

describe('in Set B, a key', () => {
  it.each([
    ['createJob', 'POST', '/v1/jobs'],
    ['createAsset', 'POST', '/v1/assets'],
    ['createSite', 'POST', '/v1/sites'],
    ['createZone', 'POST', '/v1/zones'],
    ['updateAsset', 'PATCH', '/v1/assets'],
    ['updateSite', 'PUT', '/v1/sites'],
  ])('makes retries of %s return the first response', async (name, method, path) => {
    const { company, callB } = await newAdmin()
    const request = { ...requests[name]?.(company), headers: { [KEY]: randomUUID() } }
    const first = await callB(method, path, request)
    expect(first.status).toBeLessThan(300)
    const retry = await callB(method, path, request)
    expect(JSON.stringify([retry.status, retry.body])).toBe(
      JSON.stringify([first.status, first.body]),
    )
  })

  it('is refused with another payload, or malformed', async () => {
    const { company, callB, count, before } = await newAdmin()
    const request = requests['createJob']?.(company)
    const headers = { [KEY]: randomUUID() }
    await callB('POST', '/v1/jobs', { ...request, headers })
    const body = { ...(request?.body as object), reference: 'R-2' }
    const reused = await callB('POST', '/v1/jobs', { body, headers })
    expect(reused).toMatchObject({ status: 400, body: { errors: [{ code: 'TAKEN', field: KEY }] } })
    const long = { [KEY]: 'x'.repeat(256) }
    const refused = await callB('POST', '/v1/jobs', { ...request, headers: long })
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'TOO_LONG', field: KEY }] },
    })
    expect(await count()).toBe(before + 1)
  })

  it('does not hide a refusal, which is not stored', async () => {
    const { company, callB, count, before } = await newAdmin()
    const request = requests['createJob']?.(company)
    const headers = { [KEY]: randomUUID() }
    const body = { ...(request?.body as object), siteId: randomUUID() }
    expect((await callB('POST', '/v1/jobs', { body, headers })).status).toBe(400)
    expect((await callB('POST', '/v1/jobs', { ...request, headers })).status).toBe(201)
    expect(await count()).toBe(before + 1)
  })

  it('is ignored by operations that only read', async () => {
    const { callB } = await newAdmin()
    const query = { pageSize: '10', pageIndex: '0' }
    const { status } = await callB('GET', '/v1/job-types', {
      query,
      headers: { [KEY]: '' },
    })
    expect(status).toBe(200)
  })
})
