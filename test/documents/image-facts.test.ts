import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { createJobWithFiles } from '../../src/domain/job/create-job-with-files.js'
import { updateCompany } from '../../src/domain/company/update-company.js'
import { factsOf } from '../../src/domain/document/image-facts.js'
import {
  domainOf,
  newCompany,
  newJobType,
  newSite,
  newUser,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'
import { receiveFile } from '../support/new-file.js'
import { photograph, pngHeader } from '../support/photographs.js'
import { sendFile, uploadFile } from './files.js'

const db = testDatabase()

let company: TestCompany
beforeAll(async () => {
  company = await newCompany(db)
})

const newJobInput = async () => ({
  siteId: (await newSite(company)).id,
  jobTypeId: (await newJobType(company)).id,
  technicianId: company.technician.viewer.userId,
  scheduledStart: new Date('2030-01-07T09:00:00Z'),
  scheduledEnd: new Date('2030-01-07T10:00:00Z'),
})

const FIELDS = 'width height takenAt latitude longitude'

const factsIn = async (id: string, of = company) => {
  const { data } = await graph(of.technician)(`{ document(id: "${id}") { ${FIELDS} } }`)
  return data.document as Record<string, unknown>
}

const POSITION = {
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '51/1 30/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 30/1 0/1',
  },
}
const takenAt = (local: string, offset?: string) => ({
  IFD2: { DateTimeOriginal: local, ...(offset && { OffsetTimeOriginal: offset }) },
})

const upload = async (
  given: Parameters<typeof photograph>[0],
  format: 'jpeg' | 'png' = 'jpeg',
  of = company,
) => uploadFile(`a.${format}`, await (await photograph(given)).toFormat(format).toBuffer(), of)

describe('an uploaded image', () => {
  it.each(['jpeg', 'png'] as const)('has the size that its %s says', async (format) => {
    const facts = await factsIn(await upload({ width: 300, height: 200 }, format))
    expect(facts).toEqual({
      width: 300,
      height: 200,
      takenAt: null,
      latitude: null,
      longitude: null,
    })
  })

  it('has its size as it is shown, if the camera was turned', async () => {
    const facts = await factsIn(await upload({ width: 300, height: 200, orientation: 6 }))
    expect([facts['width'], facts['height']]).toEqual([200, 300])
  })

  it('has the size and the time of a HEIC', async () => {
    const id = await uploadFile('a.heic', await readFile('test/documents/photo.heic'), company)
    expect(await factsIn(id)).toMatchObject({
      width: 160,
      height: 120,
      takenAt: '2024-05-01T08:00:00.000Z',
    })
  })

  it('has neither if it does not say them, and no other file has', async () => {
    const nothing = { width: null, height: null, takenAt: null, latitude: null, longitude: null }
    for (const [name, content] of [
      ['a.jpg', Buffer.from([0xff, 0xd8, 0xff])],
      ['a.pdf', Buffer.from('%PDF-1.7\n')],
    ] as const)
      expect(await factsIn(await uploadFile(name, content, company))).toEqual(nothing)
  })

  it('has the time when it was taken, with its offset', async () => {
    const id = await upload({ exif: takenAt('2024:05:01 10:00:00', '+02:00') })
    expect((await factsIn(id))['takenAt']).toBe('2024-05-01T08:00:00.000Z')
  })

  it('without an offset, was taken in the time zone of its user', async () => {
    const { id: userId } = await newUser(company, { timezone: 'America/New_York' })
    const technician = domainOf(company, userId, 'technician')
    const id = await upload({ exif: takenAt('2024:05:01 10:00:00') }, 'jpeg', {
      ...company,
      technician,
    })
    expect((await factsIn(id))['takenAt']).toBe('2024-05-01T14:00:00.000Z')
  })

  it.each(['0000:00:00 00:00:00', '2024:13:01 10:00:00', 'yesterday', '    :  :     :  :  '])(
    'has no time from %j',
    async (local) => {
      const id = await upload({ exif: takenAt(local, '+02:00') })
      expect((await factsIn(id))['takenAt']).toBeNull()
    },
  )

  it('has its position only if the company wants positions', async () => {
    const own = await newCompany(db)
    const without = await upload({ exif: POSITION }, 'jpeg', own)
    await updateCompany(own.admin, { photoPositions: true })
    const withPosition = await upload({ exif: POSITION }, 'jpeg', own)
    expect(await factsIn(without, own)).toMatchObject({ latitude: null, longitude: null })
    expect(await factsIn(withPosition, own)).toMatchObject({ latitude: -51.5, longitude: -0.5 })
    const stored = await db.pool.query('select latitude from document where uuid = $1', [without])
    expect(stored.rows).toEqual([{ latitude: null }])
  })

  it('of a new job has them too', async () => {
    const content = await (
      await photograph({ exif: takenAt('2024:05:01 10:00:00', 'Z') })
    )
      .png()
      .toBuffer()
    const file = await receiveFile(company.admin, 'a.png', content)
    const job = await createJobWithFiles(company.admin, await newJobInput(), [file])
    const [document] = await db.prisma.document.findMany({ where: { jobId: job.id } })
    expect([document?.width, document?.height]).toEqual([600, 400])
  })
})

describe('too many pixels', () => {
  const message = 'At most 64 megapixels are allowed.'

  it('in the header of a file are refused, before anything is decoded', async () => {
    const errors = [{ field: 'file', code: 'OUT_OF_RANGE', message }]
    for (const [width, height] of [
      [8001, 8000],
      [65_535, 65_535],
      [2_147_483_647, 1],
      [1, 2_147_483_647],
    ] as const)
      expect(await sendFile('a.png', pngHeader(width, height), company)).toEqual({
        status: 400,
        body: { message, errors },
      })
    const heic = Buffer.from(await readFile('test/documents/photo.heic'))
    heic.writeUInt32BE(8001, heic.indexOf('ispe') + 8)
    heic.writeUInt32BE(8000, heic.indexOf('ispe') + 12)
    expect((await sendFile('a.heic', heic, company)).body.errors).toEqual(errors)
  })

  it('in a new job are refused', async () => {
    const file = await receiveFile(company.admin, 'a.png', pngHeader(8001, 8000))
    const input = await newJobInput()
    await expect(createJobWithFiles(company.admin, input, [file])).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ code: 'OUT_OF_RANGE', path: ['documents', 0, 'content'], message }],
    })
  })

  it('are 64 million', async () => {
    expect((await sendFile('a.png', pngHeader(8000, 8000), company)).status).toBe(201)
  })
})

it('reads a hostile file in a time that its size limits', async () => {
  // Boxes that contain as many smaller boxes as they can, and values that overlap.
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(content.length + 8)
    head.write(type, 4)
    return Buffer.concat([head, content])
  }
  const tiny = Buffer.concat(Array.from({ length: 12_000 }, () => box('ispe', Buffer.alloc(12))))
  const meta = box('meta', Buffer.concat([Buffer.alloc(4), box('iprp', box('ipco', tiny))]))
  const heic = Buffer.concat([box('ftyp', Buffer.from('heic')), meta])
  const entry = Buffer.from('011200010000ffff00000000', 'hex')
  const tiff = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'),
    Buffer.from('1400', 'hex'),
    ...Array.from({ length: 5000 }, () => entry),
  ])
  const segment = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff])
  const jpeg = Buffer.concat([segment, tiff, Buffer.alloc(200_000, 0xff)])
  for (const [content, type] of [
    [heic, 'image/heic'],
    [jpeg, 'image/jpeg'],
    [Buffer.alloc(262_144, 0xff), 'image/jpeg'],
    [Buffer.alloc(262_144), 'image/heic'],
  ] as const) {
    let milliseconds = 0
    await factsOf(content, type, (work) => {
      const start = process.cpuUsage()
      work()
      milliseconds = process.cpuUsage(start).user / 1000
    })
    // A tenth of this on a slow machine; a loop in a loop takes many seconds.
    expect(milliseconds).toBeLessThan(2000)
  }
})
