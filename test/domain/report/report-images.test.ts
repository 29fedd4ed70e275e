import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newUuid } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import type { ImageToShow } from '../../../src/domain/report/renderer.js'
import { ReportImages } from '../../../src/reports/report-image.js'
import { recordInspection } from '../../../src/domain/inspection/record-inspection.js'
import { ObjectMissingError } from '../../../src/storage/object-store.js'
import { newAsset, newAssetType, newChecklist, newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { photograph } from '../../support/photographs.js'
import { makeReports, upload } from '../../support/reports.js'

const db = testDatabase()

const QUESTION = newUuid()
const PHOTOGRAPHS = {
  ...{
    questionId: QUESTION,
    kind: 'PHOTO',
    text: 'The seal',
    hint: null,
    required: false,
    weight: 1,
  },
  ...{ critical: false, allowNotApplicable: true, requireNoteWhenFailing: false, choices: [] },
  ...{
    requirePhotoWhenFailing: false,
    opensFinding: null,
    unit: null,
    minimum: null,
    maximum: null,
  },
  ...{ minimumCount: null, showIf: null },
}

/** An inspection whose answer has files, after its report was made. Returns the PDF and the number of attempts. */
async function reportWith(files: Readonly<Record<string, Buffer>>) {
  const company = await newCompany(db)
  const questions = [PHOTOGRAPHS]
  const { id: checklistId } = await newChecklist(company, {
    sections: [{ name: 'All', questions }],
  })
  const { id: typeId } = await newAssetType(company, { checklistId })
  const { id: assetId } = await newAsset(company, { typeId })
  const photoIds: string[] = []
  for (const [name, content] of Object.entries(files))
    photoIds.push((await upload(company.technician, name, content)).uuid)
  await recordInspection(company.technician, {
    assetId,
    answers: [{ questionId: QUESTION, photoIds }],
  })
  expect(await makeReports(company)).toBe(1)
  const { companyId } = company
  const { attempts } = await db.prisma.report.findFirstOrThrow({ where: { companyId } })
  const document = await db.prisma.document.findFirstOrThrow({
    where: { companyId, report: true },
  })
  const { rows } = await db.pool.query<{ content: Buffer }>(
    'select content from document_content where company_id = $1 and key = $2 order by position',
    [companyId, document.contentKey],
  )
  return { pdf: Buffer.concat(rows.map(({ content }) => content)).toString('latin1'), attempts }
}

/** The widths and heights of the images in a PDF. */
const imagesIn = (pdf: string) =>
  [...pdf.matchAll(/\/Subtype \/Image[^]*?\/Width (\d+)\n\/Height (\d+)/g)].map(
    ([, width, height]) => `${width} × ${height}`,
  )

it('a report shows a HEIC', async () => {
  const heic = await readFile(join(import.meta.dirname, '../../documents/photo.heic'))
  const { pdf } = await reportWith({ 'photo.heic': heic })
  expect(imagesIn(pdf)).toHaveLength(1)
})

it('a report shows the photographs that can be decoded, upright and small, at its first attempt', async () => {
  const good = await (
    await photograph({ width: 2000, height: 1000, orientation: 6 })
  )
    .jpeg()
    .toBuffer()
  const bad = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(3000, 'x')])
  const { pdf, attempts } = await reportWith({ 'bad.jpg': bad, 'good.jpg': good })
  expect(imagesIn(pdf)).toEqual(['360 × 720'])
  expect(attempts).toBe(1)
})

function newImages() {
  const images = new ReportImages()
  onTestFinished(() => {
    images.stop()
  })
  return images
}

const wanted = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), kind: 'photograph' }) as const)

/** The processes of this one that decode images. */
const children = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('image-worker'))
    .map((line) => parseInt(line, 10))

it('leaves out an image that ends its process twice, and makes the others', async () => {
  const images = newImages()
  const others = children()
  const content = await (await photograph()).png().toBuffer()
  const find = async (id: string): Promise<ImageToShow> => ({
    contentType: 'image/png',
    read: async function* () {
      yield content.subarray(0, 100)
      if (id === '1')
        for (const pid of children()) if (!others.includes(pid)) process.kill(pid, 'SIGKILL')
      yield content.subarray(100)
    },
  })
  const [first] = wanted(1)
  expect([...(await images.prepare([first!], find)).keys()]).toEqual(['0'])
  expect([...(await images.prepare([{ id: '1', kind: 'photograph' }], find)).keys()]).toEqual([])
  expect([...(await images.prepare([first!], find)).keys()]).toEqual(['0'])
})

it('leaves out an image whose content is lost, and makes the others', async () => {
  const content = await (await photograph()).png().toBuffer()
  const find = async (id: string): Promise<ImageToShow> => ({
    contentType: 'image/png',
    read: async function* () {
      if (id === '1') throw new ObjectMissingError('1', undefined)
      yield content
    },
  })
  expect([...(await newImages().prepare(wanted(3), find)).keys()].sort()).toEqual(['0', '2'])
})

it('fails, so that the report is made later, if content cannot be read, or if many processes end', async () => {
  const images = newImages()
  const others = children()
  const unreadable = async (): Promise<ImageToShow> => ({
    contentType: 'image/png',
    read: async function* () {
      throw new Error('the store is down')
    },
  })
  await expect(images.prepare(wanted(1), unreadable)).rejects.toThrow('the store is down')
  const killing = async (): Promise<ImageToShow> => ({
    contentType: 'image/png',
    read: async function* () {
      yield Buffer.alloc(10)
      for (const pid of children()) if (!others.includes(pid)) process.kill(pid, 'SIGKILL')
      yield Buffer.alloc(10)
    },
  })
  await expect(images.prepare(wanted(8), killing)).rejects.toThrow('have ended')
})
