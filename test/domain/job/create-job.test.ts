import { describe, expect, it } from 'vitest'
import { createJob } from '../../../src/domain/job/create-job.js'
import { discardContents } from '../../../src/domain/document/content.js'
import { createJobWithFiles } from '../../../src/domain/job/create-job-with-files.js'
import { MAX_DOCUMENT_BYTES } from '../../../src/domain/job/new-files.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import {
  newCompany,
  newJobType,
  newSite,
  newUser,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { tableDigestsOf } from '../../support/table-digests.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'
import { receiveFile } from '../../support/new-file.js'
import * as files from '../../set-a/files.js'

const db = testDatabase()

async function newInput(company: TestCompany) {
  const [site, type] = [await newSite(company), await newJobType(company)]
  return {
    siteId: site.id,
    jobTypeId: type.id,
    technicianId: company.technician.viewer.userId,
    scheduledStart: new Date('2030-01-07T09:00:00.123Z'),
    scheduledEnd: new Date('2030-01-07T10:00:00Z'),
  }
}

const read = (id: number) =>
  db.prisma.job.findFirstOrThrow({
    where: { id },
    include: { jobZones: true, documents: { orderBy: { id: 'asc' } } },
  })

const numbersOf = async ({ companyId }: TestCompany) => {
  const jobs = await db.prisma.job.findMany({ where: { companyId }, orderBy: { number: 'asc' } })
  return jobs.map(({ number }) => number)
}

describe('createJob', () => {
  it('stores the input', async () => {
    const company = await newCompany(db)
    const input = await newInput(company)
    const zones = [
      await newZone(company, { siteId: input.siteId }),
      await newZone(company, { siteId: input.siteId }),
    ]
    const { id } = await createJob(company.admin, {
      ...input,
      requiresSignature: true,
      zoneIds: [zones[1]!.uuid.toUpperCase(), zones[0]!.id],
      reference: ' PO-7 ',
      specialInstructions: 'Ring twice.',
    })
    const job = await read(id)
    expect(job).toMatchObject({
      companyId: company.companyId,
      number: 1,
      siteId: input.siteId,
      typeId: input.jobTypeId,
      technicianId: input.technicianId,
      userId: company.admin.viewer.userId,
      status: 'scheduled',
      scheduledStart: input.scheduledStart,
      scheduledEnd: input.scheduledEnd,
      startedAt: null,
      completedAt: null,
      workedSeconds: 0,
      workingSince: null,
      allowEarlyClosure: true,
      requiresSignature: true,
      signatureName: null,
      reference: 'PO-7',
      specialInstructions: 'Ring twice.',
      syncedAt: null,
      deletedAt: null,
      documents: [],
    })
    expect(job.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(job.jobZones.map(({ zoneId }) => zoneId).sort()).toEqual(zones.map((zone) => zone.id))
  })

  it('finds records by UUID as well as by id', async () => {
    const company = await newCompany(db)
    const site = await newSite(company)
    const type = await newJobType(company)
    const technician = await newUser(company)
    const { id } = await createJob(company.admin, {
      ...(await newInput(company)),
      siteId: site.uuid,
      jobTypeId: type.uuid,
      technicianId: technician.uuid,
    })
    expect(await read(id)).toMatchObject({
      siteId: site.id,
      typeId: type.id,
      technicianId: technician.id,
    })
  })

  it.each([true, false])(
    'requires a signature if its type does (%s), unless the input overrides it',
    async (requiresSignature) => {
      const company = await newCompany(db)
      const type = await newJobType(company, { requiresSignature })
      const input = { ...(await newInput(company)), jobTypeId: type.id }
      const asType = await createJob(company.admin, input)
      const told = await createJob(company.admin, {
        ...input,
        requiresSignature: !requiresSignature,
      })
      expect((await read(asType.id)).requiresSignature).toBe(requiresSignature)
      expect((await read(told.id)).requiresSignature).toBe(!requiresSignature)
    },
  )

  it('stores each zone once', async () => {
    const company = await newCompany(db)
    const input = await newInput(company)
    const zone = await newZone(company, { siteId: input.siteId })
    const zoneIds = [zone.id, zone.uuid, zone.id]
    const { id } = await createJob(company.admin, { ...input, zoneIds })
    expect((await read(id)).jobZones).toHaveLength(1)
  })

  it('requires an active type', async () => {
    const company = await newCompany(db)
    const type = await newJobType(company, { active: false })
    const input = { ...(await newInput(company)), jobTypeId: type.id }
    expect(await errorCodesOf(createJob(company.admin, input))).toEqual(['INVALID jobTypeId'])
  })

  it('requires an active technician', async () => {
    const company = await newCompany(db)
    const input = await newInput(company)
    const users = [
      await newUser(company, { active: false }),
      await newUser(company, { role: 'admin' }),
    ]
    for (const { id: technicianId } of users) {
      expect(await errorCodesOf(createJob(company.admin, { ...input, technicianId }))).toEqual([
        'INVALID technicianId',
      ])
    }
  })

  it('requires zones of its site', async () => {
    const company = await newCompany(db)
    const input = await newInput(company)
    const [here, elsewhere] = [
      await newZone(company, { siteId: input.siteId }),
      await newZone(company),
    ]
    const zoneIds = [here.id, elsewhere.id, 0]
    expect(await errorCodesOf(createJob(company.admin, { ...input, zoneIds }))).toEqual([
      'INVALID zoneIds.1',
      'NOT_FOUND zoneIds.2',
    ])
  })

  it('requires an end after the start', async () => {
    const company = await newCompany(db)
    const input = await newInput(company)
    for (const scheduledEnd of [input.scheduledStart, new Date('2029-01-01T00:00:00Z')]) {
      expect(await errorCodesOf(createJob(company.admin, { ...input, scheduledEnd }))).toEqual([
        'INVALID scheduledEnd',
      ])
    }
  })

  it('accepts times in the past, and rejects impossible dates', async () => {
    const company = await newCompany(db)
    const input = await newInput(company)
    await createJob(company.admin, { ...input, scheduledStart: new Date('1999-01-01T00:00:00Z') })
    const never = { scheduledStart: new Date(Number.NaN), scheduledEnd: new Date(8.64e15) }
    expect(await errorCodesOf(createJob(company.admin, { ...input, ...never }))).toEqual([
      'OUT_OF_RANGE scheduledStart',
      'OUT_OF_RANGE scheduledEnd',
    ])
  })

  it('reports all validation errors together, and uses no number', async () => {
    const company = await newCompany(db)
    const valid = await newInput(company)
    const before = await tableDigestsOf(db, company.companyId)
    const input = {
      siteId: 0,
      jobTypeId: 0,
      technicianId: 0,
      scheduledStart: valid.scheduledEnd,
      scheduledEnd: valid.scheduledStart,
      zoneIds: [0],
      reference: 'a\0b',
      specialInstructions: 'x'.repeat(10_001),
    }
    expect(await errorCodesOf(createJob(company.admin, input))).toEqual([
      'INVALID scheduledEnd',
      'INVALID reference',
      'TOO_LONG specialInstructions',
      'NOT_FOUND siteId',
      'NOT_FOUND jobTypeId',
      'NOT_FOUND technicianId',
      'NOT_FOUND zoneIds.0',
    ])
    expect(await tableDigestsOf(db, company.companyId)).toEqual(before)
  })
})

describe('the number of a job', () => {
  it('is 1 to 100 for a hundred jobs created concurrently', async () => {
    const company = await newCompany(db)
    const input = await newInput(company)
    const zone = await newZone(company, { siteId: input.siteId })
    await Promise.all(
      Array.from({ length: 100 }, () => createJob(company.admin, { ...input, zoneIds: [zone.id] })),
    )
    expect(await numbersOf(company)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    expect(await db.prisma.jobZone.count({ where: { zoneId: zone.id } })).toBe(100)
  })

  it('has no gap if some creations fail', async () => {
    const company = await newCompany(db)
    const input = await newInput(company)
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        createJob(company.admin, index % 4 === 0 ? { ...input, siteId: 0 } : input),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    expect(await numbersOf(company)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  })

  it('is counted per company', async () => {
    const [company, other] = [await newCompany(db), await newCompany(db)]
    const [input, otherInput] = [await newInput(company), await newInput(other)]
    await Promise.all(
      Array.from({ length: 5 }, () => [
        createJob(company.admin, input),
        createJob(other.admin, otherInput),
      ]).flat(),
    )
    expect(await numbersOf(company)).toEqual([1, 2, 3, 4, 5])
    expect(await numbersOf(other)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('the documents of a job', () => {
  const receive = async ({ admin }: TestCompany, name: string, content = files.pdf) => ({
    ...(await receiveFile(admin, 'a.pdf', content)),
    name,
  })

  it('are stored unchanged, in order, with file names without folders', async () => {
    const company = await newCompany(db)
    const input = await newInput(company)
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const content = Buffer.concat([files.pdf, everyByte])
    const documents = [
      await receive(company, '../../etc/Prüfung "A".pdf', content),
      await receive(company, 'C:\\temp\\b.pdf'),
      await receive(company, 'harm\u202Efdp.exe.pdf'),
    ]
    const { id } = await createJobWithFiles(company.admin, input, documents)
    const kept = (await read(id)).documents
    expect(kept.map(({ name }) => name)).toEqual(['Prüfung "A".pdf', 'b.pdf', 'harmfdp.exe.pdf'])
    const { companyId } = company
    const stored = await db.prisma.documentContent.findFirstOrThrow({
      where: { companyId, key: kept[0]?.contentKey ?? '' },
    })
    expect(Buffer.from(stored.content)).toEqual(content)
    expect(await db.prisma.documentUpload.count({ where: { companyId } })).toBe(0)
    expect(kept[0]).toMatchObject({
      companyId,
      size: content.length,
      contentType: 'application/pdf',
      assetId: null,
      userId: company.admin.viewer.userId,
    })
  })

  it('may have 5 MB together, and not a byte more', async () => {
    const company = await newCompany(db)
    const input = await newInput(company)
    const half = () => receive(company, 'a.pdf', files.pdfOf(MAX_DOCUMENT_BYTES / 2))
    const { id } = await createJobWithFiles(company.admin, input, [await half(), await half()])
    expect((await read(id)).documents.map(({ size }) => size)).toEqual([2_621_440, 2_621_440])
    const documents = [await half(), await half(), await receive(company, 'c.pdf')]
    expect(await errorCodesOf(createJobWithFiles(company.admin, input, documents))).toEqual([
      'TOO_LONG documents',
    ])
  })

  it('require names', async () => {
    const company = await newCompany(db)
    const names = ['a.pdf', 'folder/', `${'x'.repeat(252)}.pdf`]
    const documents = await Promise.all(names.map((name) => receive(company, name)))
    const input = await newInput(company)
    expect(await errorCodesOf(createJobWithFiles(company.admin, input, documents))).toEqual([
      'REQUIRED documents.1.name',
      'TOO_LONG documents.2.name',
    ])
  })
})

describe('the files of a job that could not be created', () => {
  it('are discarded, but never those of a job', async () => {
    const company = await newCompany(db)
    const { admin, companyId } = company
    const kept = await receiveFile(admin, 'a.pdf', files.pdf)
    const lost = await receiveFile(admin, 'b.pdf', files.pdf)
    const { id } = await createJobWithFiles(admin, await newInput(company), [kept])
    await expect(createJobWithFiles(admin, await newInput(company), [kept, lost])).rejects.toThrow(
      'announced',
    )
    await discardContents(admin, [kept.key ?? '', lost.key ?? ''])
    const contents = await db.prisma.documentContent.findMany({ where: { companyId } })
    expect(contents.map(({ key }) => key)).toEqual([kept.key])
    expect((await read(id)).documents).toMatchObject([{ contentKey: kept.key }])
    expect(await db.prisma.job.count({ where: { companyId } })).toBe(1)
    expect(await db.prisma.documentUpload.count({ where: { companyId } })).toBe(0)
  })
})

describe('a job and the concurrent removal of its site', () => {
  it('never leave an open job at a removed site', async () => {
    for (let round = 0; round < 10; round += 1) {
      const company = await newCompany(db)
      const input = await newInput(company)
      const [created, removed] = await Promise.allSettled([
        createJob(company.admin, input),
        removeRecord(company.admin, 'Site', { id: input.siteId }),
      ])
      expect([created.status, removed.status].sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})
