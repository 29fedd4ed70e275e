import { request as httpRequest } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { tableDigestsOf } from '../support/table-digests.js'
import { graph, service } from '../support/graphql.js'
import { callAs, bearerOf } from './rest.js'
import * as files from './files.js'
import { jobBody } from './requests.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'

const MOST = 5_242_880

let company: PopulatedCompany
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  company = await newPopulatedCompany()
  call = callAs(company.admin)
})

type Given = readonly [name: string, content: Buffer]

function formOf(documents: readonly Given[], field = 'documents[]'): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(jobBody(company))) form.set(name, String(value))
  for (const [name, content] of documents) {
    form.append(field, new Blob([new Uint8Array(content)]), name)
  }
  return form
}

const upload = (documents: readonly Given[], field?: string) =>
  call('POST', '/api/job', { body: formOf(documents, field) })

/** The documents of a job in GraphQL. */
async function listed(jobId: number) {
  const { data } = await graph(company.admin)(
    '{ jobs(last: 1) { nodes { databaseId documents { nodes { id name contentType size url } } } } }',
  )
  const [job] = data.jobs.nodes
  expect(job.databaseId).toBe(jobId)
  return job.documents.nodes as {
    id: string
    name: string
    contentType: string
    size: number
    url: string
  }[]
}

const refuses = async (documents: readonly Given[], errors: Record<string, string[]>) => {
  const { db, companyId } = company
  const before = await tableDigestsOf(db, companyId)
  const { status, body } = await upload(documents)
  expect([status, body.errors]).toEqual([400, errors])
  expect(await tableDigestsOf(db, companyId), 'what is left behind').toEqual(before)
}

const WRONG_TYPE = (index = 0) => ({
  [`documents.${index}`]: [
    `The documents.${index} field must be a file of type: pdf, xlsx, jpeg, jpg, png, xls.`,
  ],
})
const TOO_LARGE = {
  documents: ['The documents field must not be greater than 5120 kilobytes.'],
}

describe('allowed files', () => {
  it.each<[string, Buffer, string]>([
    ['plan.pdf', files.pdf, 'application/pdf'],
    ['PLAN.PDF', files.pdf, 'application/pdf'],
    ['photo.jpg', files.jpeg, 'image/jpeg'],
    ['photo.jpeg', files.jpeg, 'image/jpeg'],
    ['photo.png', files.png, 'image/png'],
    ['sheet.xlsx', files.xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['sheet.xls', files.xls, 'application/vnd.ms-excel'],
    ['old sheet.xls', files.oldXls, 'application/vnd.ms-excel'],
  ])('%s is stored, listed and downloaded', async (name, content, contentType) => {
    const { status, body } = await upload([[name, content]])
    expect([status, body]).toEqual([201, body])
    const [document, ...more] = await listed(body.id as number)
    expect(more).toEqual([])
    expect(document).toMatchObject({ name, contentType, size: content.length })
    const response = await fetch(`${await service()}${document?.url ?? ''}`, {
      headers: await bearerOf(company.technician),
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content)
  })

  it.each([
    'documents[]',
    'documents',
    'documents[0]',
    'documents[a]',
    'documents[0][file]',
    'documents.*',
    'documents.0',
  ])('come as %s', async (field) => {
    const { body } = await upload([['a.pdf', files.pdf]], field)
    expect(await listed(body.id as number)).toHaveLength(1)
  })

  it('may be absent from a form', async () => {
    const form = formOf([])
    form.append('documents[]', new Blob([], { type: 'application/octet-stream' }), '')
    form.append('documents', '')
    const { status, body } = await call('POST', '/api/job', { body: form })
    expect([status, body]).toEqual([201, body])
    expect(await listed(body.id as number)).toEqual([])
  })

  it('may be several, in order', async () => {
    const { body } = await upload([
      ['b.pdf', files.pdf],
      ['a.png', files.png],
      ['b.pdf', files.pdf],
    ])
    const names = (await listed(body.id as number)).map(({ name }) => name)
    expect(names).toEqual(['b.pdf', 'a.png', 'b.pdf'])
    expect(body.company.stats.total_storage).toBeGreaterThan(0)
  })

  it('may have exactly 5 MB together', async () => {
    const half = MOST / 2
    expect((await upload([['a.pdf', files.pdfOf(MOST)]])).status).toBe(201)
    const { status } = await upload([
      ['a.pdf', files.pdfOf(half)],
      ['b.pdf', files.pdfOf(half)],
    ])
    expect(status).toBe(201)
  })
})

describe('names', () => {
  it.each([
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\x\\plan.pdf', 'plan.pdf'],
    ['a\u202efdp.pdf', 'afdp.pdf'],
    ['<script>alert(1)</script>.pdf', 'script>.pdf'],
    ['Grundriß 計画 💧.pdf', 'Grundriß 計画 💧.pdf'],
    ["it's; x=y.pdf", "it's; x=y.pdf"],
    ["'; drop table document; --.pdf", "'; drop table document; --.pdf"],
  ])('%j is stored as %j', async (name, kept) => {
    const { status, body } = await upload([[name, files.pdf]])
    expect([status, body]).toEqual([201, body])
    expect((await listed(body.id as number)).map((each) => each.name)).toEqual([kept])
  })

  it('that are too long are rejected', async () => {
    await refuses([[`${'x'.repeat(300)}.pdf`, files.pdf]], {
      'documents.0': ['The documents.0 field is too long.'],
    })
  })
})

describe('refused files', () => {
  it.each<[string, Given]>([
    ['an empty file', ['empty.pdf', Buffer.alloc(0)]],
    ['no extension', ['plan', files.pdf]],
    ['an extension that is not allowed', ['plan.exe', files.pdf]],
    ['a double extension', ['plan.pdf.exe', files.pdf]],
    ['a page that is called an image', ['page.png', Buffer.from('<html><script>alert(1)')]],
    ['a program that is called a document', ['run.pdf', Buffer.from('MZ\x90\0\x03\0\0\0')]],
    ['an image that is called a document', ['photo.pdf', files.png]],
    ['a document that is called an image', ['plan.png', files.pdf]],
    ['a zip that is not an xlsx', ['sheet.xlsx', files.plainZip]],
    ['a docx that is called xlsx', ['sheet.xlsx', files.docx]],
    [
      'a zip of the types of an xlsx, without a workbook',
      [
        'sheet.xlsx',
        files.zipOf({
          '[Content_Types].xml': 'spreadsheetml.sheet.main+xml',
          'xl/styles.xml': '<styles/>',
        }),
      ],
    ],
    ['an xlsx that is called xls', ['sheet.xls', files.xlsx]],
    ['a doc that is called xls', ['sheet.xls', files.doc]],
    ['an svg', ['image.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]],
  ])('%s', async (_, document) => {
    await refuses([document], WRONG_TYPE())
  })

  it('are reported by index', async () => {
    await refuses(
      [
        ['a.pdf', files.pdf],
        ['b.pdf', files.png],
      ],
      WRONG_TYPE(1),
    )
  })

  it('are reported together with other fields', async () => {
    const form = formOf([['a.exe', files.pdf]])
    form.set('site_id', 'x')
    const { body } = await call('POST', '/api/job', { body: form })
    expect(Object.keys(body.errors as object)).toEqual(['site_id', 'documents.0'])
  })

  it('have one byte more than 5 MB', async () => {
    await refuses([['a.pdf', files.pdfOf(MOST + 1)]], TOO_LARGE)
  })

  it('have one byte more than 5 MB together', async () => {
    await refuses(
      [
        ['a.pdf', files.pdfOf(MOST)],
        ['b.pdf', files.pdf],
      ],
      TOO_LARGE,
    )
  })

  it('are text fields instead of files', async () => {
    const form = formOf([])
    form.append('documents[]', 'text')
    const { body } = await call('POST', '/api/job', { body: form })
    expect(body.errors).toEqual({ 'documents.0': ['The documents.0 field must be a file.'] })
  })

  it.each([
    { name: 'a.pdf', contentType: 'application/pdf', content: 'text' },
    { name: 'a.pdf', contentType: 'application/pdf', content: { type: 'Buffer', data: [60] } },
    { name: 'a.pdf', contentType: 'application/pdf', content: [60] },
    { contentType: 'application/pdf' },
    {},
    [],
    null,
  ])('are JSON instead of files: %j', async (forged) => {
    const errors = { 'documents.0': ['The documents.0 field must be a file.'] }
    const json = { ...jobBody(company), documents: [forged] }
    expect((await call('POST', '/api/job', { body: json })).body.errors).toEqual(errors)

    const head =
      'Content-Disposition: form-data; name="documents[]"\r\nContent-Type: application/json'
    const fields = Object.entries(jobBody(company)).map(
      ([name, value]) =>
        `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
    )
    const body = `${fields.join('')}--x\r\n${head}\r\n\r\n${JSON.stringify(forged)}\r\n--x--\r\n`
    const response = await fetch(`${await service()}/api/job`, {
      method: 'POST',
      body,
      headers: {
        ...(await bearerOf(company.admin)),
        'content-type': 'multipart/form-data; boundary=x',
      },
    })
    expect(await response.json()).toMatchObject({ errors })
  })

  it('have another field name', async () => {
    const form = formOf([])
    form.set('reference', new Blob([new Uint8Array(files.pdf)]), 'a.pdf')
    const { status, body } = await call('POST', '/api/job', { body: form })
    expect([status, body.errors]).toEqual([
      400,
      { reference: ['The reference field must be a string.'] },
    ])
  })

  it('are too many', async () => {
    const { status } = await upload(
      Array.from({ length: 101 }, () => ['a.pdf', files.pdf] as const),
    )
    expect(status).toBe(400)
  })
})

describe('a body that', () => {
  const post = async (body: string, type: string) => {
    const response = await fetch(`${await service()}/api/job`, {
      method: 'POST',
      body,
      headers: { ...(await bearerOf(company.admin)), 'content-type': type },
    })
    return [response.status, Object.keys((await response.json()) as object)]
  }

  it.each([
    ['has no boundary', 'x', 'multipart/form-data'],
    [
      'ends too early',
      '--x\r\nContent-Disposition: form-data; name="documents[]"; filename="a.pdf"\r\n\r\n%PDF',
      'multipart/form-data; boundary=x',
    ],
    [
      'has a field of the name of a prototype',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
    ['is garbage', 'garbage', 'multipart/form-data; boundary=x'],
  ])('%s is rejected', async (_, body, type) => {
    const [status] = await post(body, type)
    expect(status).toBe(400)
  })
})

describe('reading stops early', () => {
  /** Sends an endless file until the response, and returns the number of bytes sent. */
  async function sendUntilAnswered(headers: Record<string, string>, most: number) {
    const url = new URL('/api/job', await service())
    const bearer = await bearerOf(company.admin)
    const chunk = Buffer.alloc(65_536)
    return new Promise<{ status: number; body: string; sent: number }>((resolve, reject) => {
      const request = httpRequest(url, {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'multipart/form-data; boundary=x', ...headers },
      })
      let sent = 0
      let answered = false
      request.on('response', (response) => {
        answered = true
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => (body += text))
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body, sent })
          request.destroy()
        })
      })
      request.on('error', (error) => {
        if (!answered) reject(error)
      })
      request.write(
        '--x\r\nContent-Disposition: form-data; name="documents[]"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
      )
      const more = () => {
        if (answered || sent >= most || request.destroyed) return
        sent += chunk.length
        if (request.write(chunk)) setImmediate(more)
        else request.once('drain', more)
      }
      more()
    })
  }

  it('at the limit, without a Content-Length', async () => {
    const { status, body, sent } = await sendUntilAnswered({}, 100_000_000)
    expect([status, JSON.parse(body)]).toMatchObject([400, { errors: TOO_LARGE }])
    expect(sent).toBeLessThan(25_000_000)
  })

  it('immediately, with a Content-Length', async () => {
    const { status, body, sent } = await sendUntilAnswered(
      { 'content-length': '100000000' },
      99_000_000,
    )
    expect([status, JSON.parse(body)]).toMatchObject([400, { errors: TOO_LARGE }])
    expect(sent).toBeLessThan(25_000_000)
  })
})
