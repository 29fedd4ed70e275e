import { readFile } from 'node:fs/promises'
import ExifReader from 'exifreader'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteExpired } from '../../src/domain/cleanup/cleanup.js'
import { removeRecord } from '../../src/domain/removal/remove-record.js'
import * as files from '../set-a/files.js'
import { newCompany, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'
import { colourAt, photograph, pngHeader } from '../support/photographs.js'
import { linkOf, openLinked, uploadFile } from './files.js'

const db = testDatabase()
const CHROMIUM = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

let company: TestCompany
let id: string
beforeAll(async () => {
  company = await newCompany(db)
  const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
  const content = await (await photograph({ width: 2000, height: 1000, exif })).jpeg().toBuffer()
  id = await uploadFile('door.jpg', content, company)
})

const thumbnail = async (document: string, size = 'SMALL', accept?: string) =>
  openLinked(await linkOf(document, size, company), accept === undefined ? {} : { accept })

const kept = async (document: string) =>
  db.prisma.documentThumbnail.findMany({ where: { document: { uuid: document } } })

describe('a link to a smaller size', () => {
  it.each([
    ['THUMBNAIL', 160, 80],
    ['SMALL', 480, 240],
    ['LARGE', 1600, 800],
  ])('%s shows the image with %i × %i pixels', async (size, width, height) => {
    const { response, content } = await thumbnail(id, size)
    expect(response.status).toBe(200)
    const metadata = await sharp(content).metadata()
    expect([metadata.width, metadata.height, metadata.format]).toEqual([width, height, 'jpeg'])
    expect([await colourAt(content, 5, 5), await colourAt(content, width - 5, 5)]).toEqual([
      'red',
      'blue',
    ])
  })

  it.each([
    [undefined, 'image/jpeg'],
    ['*/*', 'image/jpeg'],
    ['image/*', 'image/jpeg'],
    ['text/html', 'image/jpeg'],
    ['image/webp', 'image/webp'],
    ['image/webp;q=0.1, image/jpeg', 'image/jpeg'],
    ['image/webp;q=0', 'image/jpeg'],
    [CHROMIUM, 'image/webp'],
  ])('has for Accept %s the type %s', async (accept, type) => {
    const { response, content } = await thumbnail(id, 'SMALL', accept)
    const { format } = await sharp(content).metadata()
    expect([response.headers.get('content-type'), `image/${format}`]).toEqual([type, type])
    expect(response.headers.get('vary')).toMatch(/\bAccept\b/)
    expect(response.headers.get('cache-control')).toBe('private, max-age=900, immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename=door.${type === 'image/webp' ? 'webp' : 'jpeg'}`,
    )
  })

  it('has no metadata of the original', async () => {
    for (const accept of ['image/jpeg', 'image/webp']) {
      const { exif, icc, xmp } = await sharp(
        (await thumbnail(id, 'LARGE', accept)).content,
      ).metadata()
      expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
    }
    const { content } = await thumbnail(id, 'ORIGINAL')
    expect(ExifReader.load(content)['GPSLatitude']).toBeDefined()
  })

  it('shows the image turned as the camera was held', async () => {
    const turned = await (await photograph({ orientation: 6 })).jpeg().toBuffer()
    const { content } = await thumbnail(await uploadFile('a.jpg', turned, company))
    const { width, height } = await sharp(content).metadata()
    expect([width, height]).toEqual([320, 480])
    expect([await colourAt(content, 160, 5), await colourAt(content, 160, 470)]).toEqual([
      'red',
      'blue',
    ])
  })

  it('does not enlarge a small image, and shows a transparent one on white', async () => {
    const create = {
      width: 40,
      height: 30,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    } as const
    const png = await sharp({ create }).png().toBuffer()
    const { content } = await thumbnail(await uploadFile('a.png', png, company))
    const { width, height } = await sharp(content).metadata()
    expect([width, height, await colourAt(content, 5, 5)]).toEqual([40, 30, '255 255 255'])
  })

  it('opens with a size in a variable, and several sizes at the same time', async () => {
    const query = `query ($id: ID!, $size: DocumentSize!) {
      document(id: $id) { url(size: $size) small: url(size: SMALL) large: url(size: LARGE) original: url }
    }`
    const { data } = await graph(company.technician)(query, { id, size: 'THUMBNAIL' })
    const { url, small, large, original } = data.document
    expect(url).toContain('&size=thumbnail&')
    expect([small, large].map((link: string) => /size=(\w+)/.exec(link)?.[1])).toEqual([
      'small',
      'large',
    ])
    expect(original).not.toContain('size')
    for (const link of [url, small, large, original])
      expect((await openLinked(link as string)).response.status).toBe(200)
  })

  it('opens no other size', async () => {
    const link = await linkOf(id, 'SMALL', company)
    const original = await linkOf(id, 'ORIGINAL', company)
    for (const other of [
      link.replace('size=small', 'size=large'),
      link.replace('size=small', 'size=original'),
      link.replace('size=small&', ''),
      link.replace('size=small', 'size=small&size=large'),
      `${original}&size=small`,
    ])
      expect((await openLinked(other)).response.status, other).toBe(403)
  })
})

describe('the thumbnail is kept', () => {
  it('once, and deleted with the document', async () => {
    const own = await newCompany(db)
    const content = await (await photograph()).png().toBuffer()
    const uploaded = await uploadFile('a.png', content, own)
    const link = await linkOf(uploaded, 'SMALL', own)
    const answers = await Promise.all(Array.from({ length: 5 }, () => openLinked(link)))
    expect(new Set(answers.map(({ content: each }) => each.toString('base64'))).size).toBe(1)
    expect((await kept(uploaded)).map(({ size, format }) => [size, format])).toEqual([
      ['small', 'jpeg'],
    ])
    await db.pool.query(
      `update document_upload set created_at = now() - interval '25 hours' where company_id = $1`,
      [own.companyId],
    )
    while ((await deleteExpired(db, 0)) > 0);
    expect(await kept(uploaded)).toEqual([])
  })

  it('and shown as it is kept', async () => {
    const uploaded = await uploadFile('a.png', await (await photograph()).png().toBuffer(), company)
    const { content } = await thumbnail(uploaded)
    const changed = Buffer.from('kept')
    await db.pool.query(
      'update document_thumbnail set content = $1 where document_id = (select id from document where uuid = $2)',
      [changed, uploaded],
    )
    expect([content.equals(changed), (await thumbnail(uploaded)).content]).toEqual([false, changed])
  })

  it('without counting as storage of the company', async () => {
    const storage = async () =>
      (await graph(company.technician)('{ company { stats { totalStorage } } }')).data.company.stats
    const uploaded = await uploadFile('a.png', await (await photograph()).png().toBuffer(), company)
    const before = await storage()
    await thumbnail(uploaded)
    expect(await storage()).toEqual(before)
  })
})

describe('HEIC', () => {
  it('is shown', async () => {
    const heic = await readFile('test/documents/photo.heic')
    const { content, response } = await thumbnail(await uploadFile('a.heic', heic, company))
    expect(response.headers.get('content-disposition')).toBe('inline; filename=a.jpeg')
    const { width, height } = await sharp(content).metadata()
    expect([width, height]).toEqual([160, 120])
    expect([await colourAt(content, 20, 60), await colourAt(content, 140, 60)]).toEqual([
      'red',
      'blue',
    ])
  })

  it('that says it has another size than it has, is not decoded beyond its memory', async () => {
    const heic = await readFile('test/documents/photo.heic')
    const at = heic.indexOf('ispe') + 8
    const lie = Buffer.from(heic)
    lie.writeUInt32BE(7999, at)
    lie.writeUInt32BE(8000, at + 4)
    const { response } = await thumbnail(await uploadFile('a.heic', lie, company))
    expect([200, 404]).toContain(response.status)
    const honest = await thumbnail(await uploadFile('b.heic', heic, company), 'LARGE')
    expect(honest.response.status).toBe(200)
  })
})

describe('an image that is damaged, or something else beside', () => {
  it.each(['jpeg', 'png'] as const)('a cut %s shows what has arrived', async (format) => {
    const whole = await (await photograph({ width: 900, height: 900 })).toFormat(format).toBuffer()
    const cut = whole.subarray(0, Math.floor(whole.length * 0.6))
    const { content } = await thumbnail(await uploadFile(`a.${format}`, cut, company))
    expect(await colourAt(content, 10, 10)).toBe('red')
  })

  it.each([
    ['a PNG with HTML behind it', 'a.png', 'png' as const],
    ['a JPEG with HTML behind it', 'a.jpg', 'jpeg' as const],
  ])('%s is an image only', async (_, name, format) => {
    const script = Buffer.from('<script>alert(1)</script>')
    const image = await (await photograph()).toFormat(format).toBuffer()
    const polyglot = Buffer.concat([image, script])
    const { content } = await thumbnail(await uploadFile(name, polyglot, company))
    expect([content.includes('script'), await colourAt(content, 10, 10)]).toEqual([false, 'red'])
  })

  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['a JPEG of three bytes', 'a.jpg', () => files.jpeg],
    ['a HEIC without an image', 'a.heic', () => files.heic],
  ])('%s gets an error each time, and no 500', async (_, name, content) => {
    const uploaded = await uploadFile(name, await content(), company)
    for (const times of [1, 2]) {
      const { response, content: body } = await thumbnail(uploaded)
      expect([times, response.status, body.toString()]).toEqual([
        times,
        404,
        '{"message":"The image cannot be decoded. The link to the original opens it."}',
      ])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect((await kept(uploaded)).map(({ content: each }) => each)).toEqual([null])
  })

  it('a PNG whose header promises more than it has is decoded within the limit, or not at all', async () => {
    const { response } = await thumbnail(await uploadFile('a.png', pngHeader(8000, 8000), company))
    expect([200, 404]).toContain(response.status)
  })
})

it('is not there for a file that is not an image', async () => {
  const { response, content } = await thumbnail(await uploadFile('a.pdf', files.pdf, company))
  expect([response.status, content.toString()]).toEqual([
    404,
    '{"message":"The document is not an image."}',
  ])
})

it('is not shown of a removed document', async () => {
  const uploaded = await uploadFile('a.png', await (await photograph()).png().toBuffer(), company)
  const link = await linkOf(uploaded, 'SMALL', company)
  expect((await openLinked(link)).response.status).toBe(200)
  await removeRecord(company.admin, 'Document', { id: uploaded })
  expect((await openLinked(link)).response.status).toBe(410)
})
