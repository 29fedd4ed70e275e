import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteExpired, deleteObjects } from '../../src/domain/cleanup/cleanup.js'
import { moveContent } from '../../src/domain/document/move-content.js'
import { objectName } from '../../src/domain/document/objects.js'
import { readContent } from '../../src/domain/document/read-content.js'
import { storedContents } from '../../src/domain/document/stored-contents.js'
import { findLogo } from '../../src/domain/notification/recipient.js'
import type { Place, StoreName } from '../../src/storage/stores.js'
import * as files from '../set-a/files.js'
import { jobBody } from '../set-a/requests.js'
import { callAs } from '../set-a/rest.js'
import { newCompany, newUpload, type TestCompany } from '../support/builders.js'
import { serviceDatabase, testDatabase } from '../support/database.js'
import { graph, service } from '../support/graphql.js'
import { newPopulatedCompany } from '../support/populated-company.js'
import { newSession } from '../support/sessions.js'

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** The tests of a store in which the service stores new documents. `fail` makes it unavailable, or available again. */
export function testStorage(place: StoreName, fail: (isFailing: boolean) => Promise<void>): void {
  const db = testDatabase()
  let company: TestCompany
  let headers: Record<string, string>
  beforeAll(async () => {
    company = await newCompany(db)
    headers = await bearerOf(company)
  })

  const bearerOf = async (of: TestCompany) => ({
    authorization: `Bearer ${(await newSession(of.technician, 'graphql')).accessToken}`,
  })

  const upload = async (content: Buffer, name = 'plan.pdf', given = headers) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(content)]), name)
    const init = { method: 'POST', headers: given, body: form }
    const response = await fetch(`${await service()}/documents`, init)
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, retryAfter, body: (await response.json()) as { id: string } }
  }

  const download = async (path: string, given = headers) => {
    const response = await fetch(`${await service()}${path}`, { headers: given })
    return { status: response.status, content: Buffer.from(await response.arrayBuffer()) }
  }

  const rowsOf = ({ companyId }: TestCompany) =>
    db.prisma.documentObject.findMany({ where: { companyId }, orderBy: { id: 'asc' } })

  const objectsOf = async ({ companyId }: TestCompany, at: StoreName = place) => {
    const names: string[] = []
    for await (const name of db.stores.require(at).list())
      if (name.startsWith(`${companyId}/`)) names.push(name)
    return names.sort()
  }

  const age = async ({ companyId }: TestCompany) => {
    for (const table of ['document_upload', 'document_object']) {
      const set = `update ${table} set created_at = now() - interval '25 hours' where company_id = $1`
      await db.pool.query(set, [companyId])
    }
  }
  const clean = async () => {
    while ((await deleteExpired(serviceDatabase(), 0)) > 0);
    while (await deleteObjects(serviceDatabase()));
  }

  /** Moves all contents of a company. */
  const move = async ({ admin }: TestCompany, to: Place) => {
    const moved: boolean[] = []
    for await (const content of storedContents(admin))
      if (content.place !== to) moved.push(await moveContent(admin, content, to))
    return moved
  }

  it('has the bytes of an upload, and the database does not', async () => {
    const own = await newCompany(db)
    const given = await bearerOf(own)
    const content = Buffer.concat([files.pdf, randomBytes(700_000)])
    const { status, body } = await upload(content, 'a.pdf', given)
    expect([status, body]).toMatchObject([201, { size: content.length, sha256: sha256Of(content) }])
    const rows = await rowsOf(own)
    expect(rows).toMatchObject([{ store: place, condemnedAt: null }])
    expect(await objectsOf(own)).toEqual(rows.map(objectName))
    expect(await db.prisma.documentContent.count({ where: { companyId: own.companyId } })).toBe(0)
    const answer = await download(`/documents/${body.id}`, given)
    expect([answer.status, sha256Of(answer.content)]).toEqual([200, sha256Of(content)])
    const { data } = await graph(own.technician)(`{ document(id: "${body.id}") { url } }`)
    const linked = await download(data.document.url as string, {})
    expect([linked.status, sha256Of(linked.content)]).toEqual([200, sha256Of(content)])
  })

  it('accepts 25 MB, and keeps nothing of a file that is too large or of another type', async () => {
    const own = await newCompany(db)
    const given = await bearerOf(own)
    expect((await upload(Buffer.concat([files.pdf], 25_000_000), 'a.pdf', given)).status).toBe(201)
    const before = await objectsOf(own)
    expect(before).toHaveLength(1)
    expect((await upload(Buffer.concat([files.pdf], 25_000_001), 'a.pdf', given)).status).toBe(400)
    expect((await upload(files.png, 'a.pdf', given)).status).toBe(400)
    expect(await objectsOf(own)).toEqual(before)
    expect(await rowsOf(own)).toHaveLength(1)
  })

  it('has a logo for mails, unless its object is lost', async () => {
    const own = await newCompany(db)
    await upload(files.png, 'logo.png', await bearerOf(own))
    const where = { companyId: own.companyId }
    await db.prisma.document.updateMany({ where, data: { ofCompany: true, picture: true } })
    const logo = () => findLogo(serviceDatabase().forCaller(where), own.companyId)
    expect(await logo()).toEqual({ content: files.png, contentType: 'image/png' })
    await fail(true)
    await expect(logo()).rejects.toThrow()
    await fail(false)
    const [object] = await rowsOf(own)
    await db.stores.require(place).delete(objectName(object!))
    expect(await logo()).toBeUndefined()
  })

  it('loses what no record keeps after a day, and only that', async () => {
    const own = await newCompany(db)
    const given = await bearerOf(own)
    const [kept, lost] = [
      await upload(files.pdf, 'a.pdf', given),
      await upload(files.pdf, 'b.pdf', given),
    ]
    const [site] = await db.prisma.site.findMany({ where: { companyId: own.companyId }, take: 1 })
    const input = site
      ? `updateSite(input: { id: ${site.id}, documentIds: ["${kept.body.id}"] }) { site { id } userErrors { message } }`
      : `createClient(input: { legalName: "Keeps", documentIds: ["${kept.body.id}"] }) { client { id } userErrors { message } }`
    const { errors } = await graph(own.admin)(`mutation { ${input} }`)
    expect(errors).toBeUndefined()
    await age(own)
    await clean()
    expect((await download(`/documents/${kept.body.id}`, given)).status).toBe(200)
    expect((await download(`/documents/${lost.body.id}`, given)).status).toBe(404)
    expect(await objectsOf(own)).toEqual((await rowsOf(own)).map(objectName))
    expect(await objectsOf(own)).toHaveLength(1)
  })

  it('has the files of a new job of Set A, once, and nothing of a refused job', async () => {
    const own = await newPopulatedCompany()
    const call = callAs(own.admin)
    const content = Buffer.concat([files.pdf, randomBytes(700_000)])
    const create = (fields: object, init = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...jobBody(own), ...fields }))
        form.set(name, String(value))
      for (const name of ['a.pdf', 'b.pdf'])
        form.append('documents[]', new Blob([new Uint8Array(content)]), name)
      return call('POST', '/api/job', { body: form, ...init })
    }
    const before = await objectsOf(own)
    const refused = await create({ end_date: '2035-05-01' })
    expect([refused.status, await objectsOf(own)]).toEqual([400, before])
    const key = { headers: { 'idempotency-key': 'once' } }
    const [first, again] = [await create({}, key), await create({}, key)]
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    const { data } = await graph(own.admin)(
      '{ jobs(last: 1) { nodes { databaseId documents { nodes { name sha256 url } } } } }',
    )
    const [job] = data.jobs.nodes
    expect([job.databaseId, job.documents.nodes.length]).toEqual([first.body.id, 2])
    for (const { url } of job.documents.nodes as { url: string }[])
      expect((await download(url, {})).content.equals(content)).toBe(true)
    expect(await objectsOf(own)).toHaveLength(before.length + 2)
    expect(await objectsOf(own)).toEqual((await rowsOf(own)).map(objectName).sort())
    const { companyId } = own
    expect(await db.prisma.documentUpload.count({ where: { companyId } })).toBe(0)
  })

  it('that is unavailable leads to 503, and later nothing is left of the upload', async () => {
    const own = await newCompany(db)
    const given = await bearerOf(own)
    const { body } = await upload(files.pdf, 'a.pdf', given)
    const { data } = await graph(own.technician)(`{ document(id: "${body.id}") { url } }`)
    const link = `${await service()}${data.document.url}`
    await fail(true)
    try {
      const linked = await fetch(link)
      expect([linked.status, linked.headers.get('cache-control')]).toEqual([503, 'no-store'])
      const refused = await upload(files.pdf, 'b.pdf', given)
      expect([refused.status, refused.retryAfter]).toEqual([503, '5'])
      expect((await download(`/documents/${body.id}`, given)).status).toBe(503)
      await expect(deleteObjects(serviceDatabase())).rejects.toMatchObject({
        name: 'StoreUnavailableError',
      })
    } finally {
      await fail(false)
    }
    await clean()
    expect((await download(`/documents/${body.id}`, given)).content).toEqual(files.pdf)
    expect(await objectsOf(own)).toHaveLength(1)
    expect(await rowsOf(own)).toHaveLength(1)
  })

  describe('a move', () => {
    const other = place === 's3' ? 'folder' : 's3'

    it('keeps all bytes, through all places and back', async () => {
      const own = await newCompany(db)
      const given = await bearerOf(own)
      const content = Buffer.concat([files.pdf, randomBytes(600_000)])
      const { body } = await upload(content, 'a.pdf', given)
      for (const to of ['database', other, place, other, 'database', place] as const) {
        expect(await move(own, to)).toEqual([true])
        const answer = await download(`/documents/${body.id}`, given)
        expect([answer.status, answer.content.equals(content)], to).toEqual([200, true])
        for (const each of [place, other] as const)
          expect(await objectsOf(own, each), `${each} after ${to}`).toHaveLength(
            each === to ? 1 : 0,
          )
        const parts = await db.prisma.documentContent.count({ where: { companyId: own.companyId } })
        expect(parts > 0).toBe(to === 'database')
      }
    })

    it('does not disturb a reader', async () => {
      const own = await newCompany(db)
      const content = Buffer.concat([files.pdf, randomBytes(900_000)])
      const { body } = await upload(content, 'a.pdf', await bearerOf(own))
      const [document] = await db.prisma.document.findMany({ where: { uuid: body.id } })
      for (const [from, to] of [
        ['database', other],
        [other, place],
        [place, 'database'],
      ] as const) {
        await move(own, from)
        const parts: Buffer[] = []
        for await (const part of readContent(own.admin, document?.contentKey ?? '')) {
          if (parts.length === 0) expect(await move(own, to)).toEqual([true])
          parts.push(part)
        }
        expect(Buffer.concat(parts).equals(content), `${from} to ${to}`).toBe(true)
      }
    })

    it('by two commands at the same time keeps one object', async () => {
      const own = await newCompany(db)
      const { body } = await upload(files.pdf, 'a.pdf', await bearerOf(own))
      await move(own, 'database')
      const results = await Promise.allSettled([move(own, place), move(own, other)])
      expect(results.filter(({ status }) => status === 'fulfilled')).not.toEqual([])
      await age(own)
      await db.pool.query('delete from document_upload where company_id = $1', [own.companyId])
      await clean()
      const objects = [...(await objectsOf(own, place)), ...(await objectsOf(own, other))]
      expect(objects).toHaveLength(1)
      const answer = await download(`/documents/${body.id}`, await bearerOf(own))
      expect(answer.content).toEqual(files.pdf)
    })

    it('leaves damaged content where it is', async () => {
      const own = await newCompany(db)
      await newUpload(own)
      await expect(move(own, place)).rejects.toThrow('has another SHA-256')
      expect([await objectsOf(own), await rowsOf(own)]).toEqual([[], []])
      expect(await db.prisma.documentContent.count({ where: { companyId: own.companyId } })).toBe(1)
    })

    it('that was killed leaves nothing after a day', async () => {
      const own = await newCompany(db)
      await newUpload(own)
      await db.pool.query('delete from document_upload where company_id = $1', [own.companyId])
      const [document] = await db.prisma.document.findMany({ where: { companyId: own.companyId } })
      const row = { companyId: own.companyId, key: document?.contentKey ?? '', store: place }
      const { id } = await db.prisma.documentObject.create({
        data: { ...row, id: document?.uuid ?? '' },
      })
      const object = await db.stores.require(place).create(objectName({ ...row, id }))
      await object.write(files.pdf)
      await object.complete(createHash('sha256').update(files.pdf).digest())
      await clean()
      expect(await objectsOf(own)).toHaveLength(1)
      await age(own)
      await clean()
      expect([await objectsOf(own), await rowsOf(own)]).toEqual([[], []])
    })
  })
}
