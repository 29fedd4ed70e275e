import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { removeRecord } from '../../src/domain/removal/remove-record.js'
import { restoreRecord } from '../../src/domain/removal/restore-record.js'
import { isSigned, LINK_SECONDS } from '../../src/domain/document/link.js'
import * as files from '../set-a/files.js'
import { newCompany, newDocument, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph, service } from '../support/graphql.js'
import { newSession } from '../support/sessions.js'

const db = testDatabase()

let company: TestCompany
beforeAll(async () => {
  company = await newCompany(db)
})

/** Uploads a file, and returns its id. */
async function upload(name: string, content: Buffer, of = company): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), name)
  const { accessToken } = await newSession(of.technician, 'graphql')
  const response = await fetch(`${await service()}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: form,
  })
  const body = (await response.json()) as { id: string }
  expect([response.status, body]).toEqual([201, body])
  return body.id
}

async function linkTo(id: string, of = company): Promise<string> {
  const { data } = await graph(of.technician)(`{ document(id: "${id}") { url } }`)
  return data.document.url as string
}

const open = async (link: string, method = 'GET') => fetch((await service()) + link, { method })

const changed = (link: string, name: string, value: string) => {
  const [path, query] = link.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set(name, value)
  return `${path}?${parameters.toString()}`
}

it('opens without headers, with the content', async () => {
  const content = Buffer.concat([files.png, Buffer.alloc(700_000, 7)])
  const response = await open(await linkTo(await upload('a.png', content)))
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
})

it('opens an old document, whose content is in its own row', async () => {
  const { uuid } = await newDocument(company)
  const response = await open(await linkTo(uuid))
  expect([response.status, await response.text()]).toEqual([200, '%PDF-1.7\n'])
})

it('is the same for a while, and expires later', async () => {
  const id = await upload('a.png', files.png)
  const links = [await linkTo(id), await linkTo(id)]
  const expires = links.map((link) =>
    Number(new URLSearchParams(link.split('?')[1]).get('expires')),
  )
  expect(expires[0]! % LINK_SECONDS).toBe(0)
  const seconds = expires[0]! - Date.now() / 1000
  expect(seconds).toBeGreaterThan(LINK_SECONDS - 60)
  expect(seconds).toBeLessThanOrEqual(2 * LINK_SECONDS)
  // The period may end between the two requests.
  expect([0, LINK_SECONDS]).toContain(expires[1]! - expires[0]!)
  if (expires[0] === expires[1]) expect(links[1]).toBe(links[0])
})

it('has the signature that the code computes with the keys of the company', async () => {
  const id = await upload('a.png', files.png)
  const query = new URLSearchParams((await linkTo(id)).split('?')[1])
  const { companyId } = company
  const { linkSecret } = await db.prisma.company.findUniqueOrThrow({ where: { id: companyId } })
  const signature = query.get('signature') ?? ''
  const link = { companyId, uuid: id, expires: Number(query.get('expires')), signature }
  expect(linkSecret).toHaveLength(64)
  expect(isSigned(linkSecret, link)).toBe(true)
  expect(isSigned(linkSecret, { ...link, expires: link.expires + LINK_SECONDS })).toBe(false)
  expect(isSigned(Buffer.alloc(64), link)).toBe(false)
})

describe('refused', () => {
  const refusal = { message: 'This link is not valid, or has expired.' }
  const answerTo = async (link: string) => {
    const response = await open(link)
    return [response.status, await response.json()]
  }

  it('with any other value in it', async () => {
    const id = await upload('a.png', files.png)
    const other = await newCompany(db)
    const link = await linkTo(id)
    const expires = new URLSearchParams(link.split('?')[1]).get('expires') ?? ''
    const values: [string, string][] = [
      ['company', String(other.companyId)],
      ...['0', '-1', 'x', '', '1e99', '99999999999'].map((each): [string, string] => [
        'company',
        each,
      ]),
      ['expires', String(Number(expires) + LINK_SECONDS)],
      ...['', 'x', '1e99', 'Infinity'].map((each): [string, string] => ['expires', each]),
      ...['', 'x', '0'.repeat(64), "'"].map((each): [string, string] => ['signature', each]),
    ]
    for (const [name, value] of values)
      expect(await answerTo(changed(link, name, value)), `${name} ${value}`).toEqual([403, refusal])
    const second = await upload('b.png', files.png)
    expect(await answerTo(link.replace(id, second))).toEqual([403, refusal])
    expect(await answerTo(link.replace(id, '0190b6a0-0000-7000-8000-000000000000'))).toEqual([
      403,
      refusal,
    ])
    expect(await answerTo(link.replace(id, 'x'))).toEqual([403, refusal])
    expect(await answerTo(`${link}&signature=x`)).toEqual([403, refusal])
  })

  it('after its time', async () => {
    const id = await upload('a.png', files.png)
    expect(await answerTo(changed(await linkTo(id), 'expires', '1700000000'))).toEqual([
      403,
      refusal,
    ])
  })

  it('without a signature and without credentials', async () => {
    const id = await upload('a.png', files.png)
    expect((await answerTo(`/documents/${id}?company=1&expires=2`))[0]).toBe(401)
  })

  it('if the document is removed, until it is restored', async () => {
    const id = await upload('a.png', files.png)
    const link = await linkTo(id)
    await removeRecord(company.admin, 'Document', { id })
    expect(await answerTo(link)).toEqual([410, { message: 'This document was removed.' }])
    await restoreRecord(company.admin, 'Document', { id })
    expect((await open(link)).status).toBe(200)
  })

  it('if the company is removed', async () => {
    const removed = await newCompany(db)
    const link = await linkTo(await upload('a.png', files.png, removed), removed)
    const where = { id: removed.companyId }
    await db.prisma.company.update({ where, data: { deletedAt: new Date() } })
    expect(await answerTo(link)).toEqual([403, refusal])
  })
})

describe('what a browser does with it', () => {
  const headersOf = async (name: string, content: Buffer) => {
    const { headers } = await open(await linkTo(await upload(name, content)))
    return Object.fromEntries(
      [
        'content-type',
        'content-disposition',
        'x-content-type-options',
        'content-security-policy',
      ].map((header) => [header, headers.get(header)]),
    )
  }
  const sandboxed = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  }
  const script = Buffer.from('<script>alert(1)</script>')

  it.each([
    ['a.png', files.png, 'image/png'],
    ['a.jpg', files.jpeg, 'image/jpeg'],
    // A polyglot: a PNG and a JPEG that contain HTML with a script.
    ['a.png', Buffer.concat([files.png, script]), 'image/png'],
    ['a.jpg', Buffer.concat([files.jpeg, script]), 'image/jpeg'],
  ])('%s is shown as an image, and never interpreted', async (name, content, type) => {
    expect(await headersOf(name, content)).toEqual({
      ...sandboxed,
      'content-type': type,
      'content-disposition': `inline; filename=${name}`,
    })
  })

  it.each([
    [
      'a.pdf',
      Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    ],
    ['a.pdf', Buffer.concat([files.pdf, script])],
    ['a.xlsx', files.xlsx],
    ['a.xls', files.xls],
    ['a.heic', files.heic],
  ])('%s is downloaded, also one with a script', async (name, content) => {
    expect(await headersOf(name, content)).toMatchObject({
      ...sandboxed,
      'content-disposition': `attachment; filename=${name}`,
    })
  })

  it('caches it, and pages of other origins show it', async () => {
    const { headers } = await open(await linkTo(await upload('a.png', files.png)))
    expect(headers.get('cache-control')).toBe('private, max-age=900, immutable')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('may ask for the head only', async () => {
    const response = await open(await linkTo(await upload('a.png', files.png)), 'HEAD')
    expect([response.status, response.headers.get('content-length')]).toEqual([
      200,
      String(files.png.length),
    ])
  })
})

describe('downloads whose clients do not read', () => {
  it('leave room for other requests of their network', async () => {
    const url = new URL((await service()) + (await linkTo(await upload('a.pdf', LARGE))))
    const stalled: IncomingMessage[] = []
    onTestFinished(() => {
      for (const response of stalled) response.destroy()
    })
    // A network may have 16 requests in progress.
    for (let count = 0; count < 20; count += 1) {
      const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
      stalled.push(response.pause())
      expect(response.statusCode).toBe(200)
    }
    expect((await open(await linkTo(await upload('a.png', files.png)))).status).toBe(200)
  })
})

/** More than the buffers of a connection hold. */
const LARGE = files.pdfOf(20_000_000)
