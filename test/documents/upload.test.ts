import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { v4, v7 } from 'uuid'
import type { Audience } from '../../src/db/generated/prisma/enums.js'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import { deleteExpired } from '../../src/domain/cleanup/cleanup.js'
import { setDocumentQuota } from '../../src/domain/company/set-document-quota.js'
import * as files from '../set-a/files.js'
import { newAsset, newCompany, newDocument, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph, service } from '../support/graphql.js'
import { errorCodesOf, runMutation } from '../graphql/mutations/run-mutation.js'
import { newSession } from '../support/sessions.js'

const MOST = 25_000_000
const db = testDatabase()

let company: TestCompany
let headers: Record<string, string>
beforeAll(async () => {
  company = await newCompany(db)
  headers = await bearer('graphql')
})

const bearer = async (audience: Audience, of = company) => ({
  authorization: `Bearer ${(await newSession(of.technician, audience)).accessToken}`,
})

const pair = async () => ({
  'x-api-key': (await createApiKey(company.admin, { name: 'Test' })).key,
  'x-api-token': (await newSession(company.technician, 'set_b')).accessToken,
})

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** A form with the fields before the file. */
function formOf(content: Buffer, name = 'plan.pdf', fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([new Uint8Array(content)]), name)
  return form
}

async function post(body: FormData | string, given = headers) {
  const response = await fetch(`${await service()}/documents`, {
    method: 'POST',
    headers: given,
    body,
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows its body
  return { status: response.status, body: (await response.json()) as any }
}

const upload = (content: Buffer, name?: string, fields?: Record<string, string>) =>
  post(formOf(content, name, fields))

const download = async (id: string) => {
  const response = await fetch(`${await service()}/documents/${id}`, { headers })
  return Buffer.from(await response.arrayBuffer())
}

const storedKeys = async ({ companyId } = company) => {
  const { rows } = await db.pool.query<{ key: string }>(
    `select key::text from document_upload where company_id = $1
     union select key::text from document_content where company_id = $1 order by 1`,
    [companyId],
  )
  return rows.map(({ key }) => key)
}

it.each<[string, () => Promise<Record<string, string>>]>([
  ['Set A’s token', () => bearer('set_a')],
  ['Set B’s token', () => bearer('set_b')],
  ['Set B’s key and token', pair],
  ['GraphQL’s token', () => bearer('graphql')],
])('stores a file for a request with %s', async (_, headersOf) => {
  const { status, body } = await post(formOf(files.pdf), await headersOf())
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'plan.pdf',
      contentType: 'application/pdf',
      size: files.pdf.length,
      sha256: sha256Of(files.pdf),
    },
  ])
  expect(await download(body.id)).toEqual(files.pdf)
})

it.each([
  ['a.png', files.png, 'image/png'],
  ['a.JPG', files.jpeg, 'image/jpeg'],
  ['a.xlsx', files.xlsx, files.XLSX],
  ['a.xls', files.xls, 'application/vnd.ms-excel'],
  ['a.heic', files.heic, 'image/heic'],
])('accepts %s', async (name, content, contentType) => {
  const { status, body } = await upload(content, name)
  expect([status, body.contentType, body.name]).toEqual([201, contentType, name])
  expect(await download(body.id)).toEqual(content)
})

it('stores a file of several parts', async () => {
  const content = Buffer.concat([files.pdf, Buffer.alloc(1_000_000, 'abcdefg')])
  const { body } = await upload(content)
  expect([body.size, body.sha256]).toEqual([content.length, sha256Of(content)])
  expect((await download(body.id)).equals(content)).toBe(true)
})

it('finds what a type must contain, also at the border of two parts', async () => {
  for (const offset of [262_130, 262_144, 500_000]) {
    const padding = 'x'.repeat(offset)
    const content = files.zipOf({ 'a.txt': padding, 'xl/workbook.xml': '<workbook/>' })
    expect((await upload(content, 'a.xlsx')).status, String(offset)).toBe(201)
  }
})

it('accepts 25 MB, and not one byte more', async () => {
  const before = await storedKeys()
  const most = Buffer.concat([files.pdf], MOST)
  const { status, body } = await upload(most)
  expect([status, body.size, body.sha256]).toEqual([201, MOST, sha256Of(most)])
  const refused = await upload(Buffer.concat([files.pdf], MOST + 1))
  const message = 'At most 25000000 bytes are allowed.'
  const errors = [{ field: 'file', code: 'TOO_LONG', message }]
  expect(refused).toEqual({ status: 400, body: { message, errors } })
  expect(await storedKeys()).toHaveLength(before.length + 1)
})

describe('the id that a client chooses', () => {
  it.each([
    ['version 4', v4],
    ['version 7', v7],
  ])('may be a UUID of %s', async (_, newId) => {
    const id = newId()
    const { status, body } = await upload(files.pdf, 'a.pdf', { id: id.toUpperCase() })
    expect([status, body.id]).toEqual([201, id])
  })

  it('returns the same document for the same content, and keeps its content once', async () => {
    const id = v7()
    const first = await upload(files.pdf, 'a.pdf', { id })
    const before = await storedKeys()
    const again = await upload(files.pdf, 'other.pdf', { id })
    expect([first.status, again]).toEqual([201, { status: 200, body: first.body }])
    expect(await storedKeys()).toEqual(before)
  })

  it('is refused for other content, also if the requests are concurrent', async () => {
    const id = v7()
    const taken = {
      message: 'Another record has this id.',
      errors: [{ field: 'id', code: 'TAKEN', message: 'Another record has this id.' }],
    }
    const contents = [files.pdf, files.pdfOf(100), files.pdfOf(101)]
    const answers = await Promise.all(contents.map((each) => upload(each, 'a.pdf', { id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    for (const { status, body } of answers) if (status === 409) expect(body).toEqual(taken)
    const [same, other] = [
      await upload(files.pdf, 'a.pdf', { id }),
      await upload(files.png, 'a.png', { id }),
    ]
    expect([same.status, other]).toEqual([
      answers[0]?.status === 201 ? 200 : 409,
      { status: 409, body: taken },
    ])
  })

  it('is refused if a record of another type has it', async () => {
    const { uuid } = await newAsset(company)
    expect((await upload(files.pdf, 'a.pdf', { id: uuid })).status).toBe(409)
  })

  it('may be that of a document of another company', async () => {
    const { uuid } = await newDocument(await newCompany(db))
    expect((await upload(files.pdf, 'a.pdf', { id: uuid })).status).toBe(201)
  })

  it('of a removed document is refused', async () => {
    const { uuid } = await newDocument(company, { deletedAt: new Date() })
    expect((await upload(files.pdf, 'a.pdf', { id: uuid })).status).toBe(410)
  })

  it.each(['1', 'x', '0190b6a0-0000-1000-8000-000000000000'])('is not %j', async (id) => {
    const { status, body } = await upload(files.pdf, 'a.pdf', { id })
    expect([status, body.errors[0].field]).toEqual([400, 'id'])
  })
})

describe('refused, with nothing left behind', () => {
  const refuses = async (body: FormData | string, message: string | RegExp, status = 400) => {
    const before = await storedKeys()
    const answer = await post(body)
    expect([answer.status, answer.body.message]).toEqual([
      status,
      expect.stringMatching(message) as string,
    ])
    expect(await storedKeys()).toEqual(before)
  }

  it.each<[string, Buffer]>([
    ['a.exe', files.pdf],
    ['a', files.pdf],
    ['a.pdf', files.png],
    ['a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a.xlsx', files.plainZip],
    ['a.xlsx', files.docx],
    ['a.xlsx', files.zipOf({ 'a.txt': 'x'.repeat(300_000) })],
    ['a.xls', files.doc],
  ])('%s with wrong content', (name, content) =>
    refuses(formOf(content, name), 'A file of one of these types is expected'),
  )

  it('an empty file', () => refuses(formOf(Buffer.alloc(0), 'a.pdf'), 'The file is empty'))

  it('a form without a file', async () => {
    const form = new FormData()
    form.set('id', v7())
    await refuses(form, 'A form with one file')
  })

  it('a form with two files, and one whose file has another name', async () => {
    const form = formOf(files.pdf)
    form.append('document', new Blob(['x']), 'a.pdf')
    const answer = await post(form)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching('one file')])
    const other = new FormData()
    other.set('document', new Blob([new Uint8Array(files.pdf)]), 'a.pdf')
    await refuses(other, 'A form with one file')
  })

  it('JSON, and a malformed form', async () => {
    await refuses('{}', 'multipart/form-data')
    const boundary = { ...headers, 'content-type': 'multipart/form-data; boundary=x' }
    const cut =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7'
    const before = await storedKeys()
    expect((await post(cut, boundary)).status).toBe(400)
    expect(await storedKeys()).toEqual(before)
  })
})

describe('access', () => {
  it('needs credentials', async () => {
    expect((await post(formOf(files.pdf), {})).status).toBe(401)
  })

  it('needs a scope that writes', async () => {
    const userId = company.technician.viewer.userId
    const key = async (scopes: ('READ' | 'FIELD_WORK')[]) => {
      const input = { name: 'Scoped', scopes, actsAs: userId }
      return { authorization: `Bearer ${(await createApiKey(company.admin, input)).key}` }
    }
    expect((await post(formOf(files.pdf), await key(['READ']))).status).toBe(403)
    expect((await post(formOf(files.pdf), await key(['FIELD_WORK']))).status).toBe(201)
  })

  it('of another company does not show the document', async () => {
    const { body } = await upload(files.pdf)
    const foreign = await bearer('graphql', await newCompany(db))
    const response = await fetch(`${await service()}/documents/${body.id}`, { headers: foreign })
    expect(response.status).toBe(404)
  })

  it('is only by POST', async () => {
    const response = await fetch(`${await service()}/documents`, { headers })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

it('may not exceed the quota of the company', async () => {
  const own = await newCompany(db)
  await setDocumentQuota(own.admin, 1)
  const { data } = await graph(own.technician)('{ company { documentQuotaMegabytes } }')
  expect(data.company.documentQuotaMegabytes).toBe(1)
  const given = await bearer('graphql', own)
  const big = Buffer.concat([files.pdf], 600_000)
  expect((await post(formOf(big), given)).status).toBe(201)
  const message = 'The documents of the company may have 1 MB together.'
  const refused = await post(formOf(big), given)
  expect(refused.body).toEqual({
    message,
    errors: [{ field: 'file', code: 'NOT_ALLOWED', message }],
  })
  expect((await post(formOf(files.pdfOf(400_000)), given)).status).toBe(201)
  const { uuid: id } = await newDocument(own, { size: 600_000, deletedAt: new Date() })
  expect(await errorCodesOf(own.admin, 'restoreDocument', { id })).toEqual(['NOT_ALLOWED id'])
  await setDocumentQuota(own.admin, 2)
  expect(
    (await runMutation(own.admin, 'restoreDocument', { id }, 'document { id }')).document,
  ).toEqual({ id })
})

describe('a file that no record keeps', () => {
  const age = (hours: number, { companyId }: TestCompany) =>
    db.pool.query(
      `update document_upload set created_at = now() - make_interval(hours => $2) where company_id = $1`,
      [companyId, hours],
    )
  const expire = async () => {
    while ((await deleteExpired(db, 0)) > 0);
  }

  it('vanishes after a day, with its content', async () => {
    const own = await newCompany(db)
    const { body } = await post(formOf(files.pdf), await bearer('graphql', own))
    await age(23, own)
    await expire()
    const find = () => db.prisma.document.findMany({ where: { companyId: own.companyId } })
    expect((await find()).map(({ uuid }) => uuid)).toEqual([body.id])
    await age(25, own)
    await expire()
    expect([await find(), await storedKeys(own)]).toEqual([[], []])
  })

  it('vanishes also if its client has left in the middle', async () => {
    const own = await newCompany(db)
    const given = await bearer('graphql', own)
    const abort = new AbortController()
    const part = new TextEncoder().encode(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
    )
    const body = new ReadableStream<Uint8Array>({
      async pull(stream) {
        stream.enqueue(part)
        for (let sent = 0; sent < 20; sent += 1) stream.enqueue(new Uint8Array(65_536))
        while ((await storedKeys(own)).length === 0);
        abort.abort()
      },
    })
    const request = fetch(`${await service()}/documents`, {
      method: 'POST',
      headers: { ...given, 'content-type': 'multipart/form-data; boundary=x' },
      body,
      signal: abort.signal,
      duplex: 'half',
    })
    await expect(request).rejects.toThrow()
    await age(25, own)
    await expect
      .poll(async () => {
        await expire()
        return storedKeys(own)
      })
      .toEqual([])
  })
})
