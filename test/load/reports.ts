import { performance } from 'node:perf_hooks'
import sharp from 'sharp'
import type { ReportContent, ReportFile } from '../../src/domain/report/report-content.js'
import { openRenderer } from '../../src/reports/open-renderer.js'

/*
 * How long the worker thread, and the processes that decode, take for a report of 100 pages with 200 photographs of 12 megapixels, and how late the event loop of
 * the process is meanwhile.
 */

const PHOTOGRAPHS = 200
const INSPECTIONS = 54

const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const

/** Photographs of a phone: 4,032 × 3,024 pixels, some megabytes each. */
async function photographs(count: number): Promise<Buffer[]> {
  const made = []
  for (let index = 0; index < count; index += 1) {
    const background = `hsl(${index * 47}, 30%, 55%)`
    const create = { width: 4032, height: 3024, channels: 3, background, noise } as const
    made.push(await sharp({ create }).jpeg({ quality: 88 }).toBuffer())
  }
  return made
}

const fileOf = (index: number, size: number): ReportFile => ({
  documentId: String(index),
  name: `photograph-${index + 1}.jpg`,
  contentType: 'image/jpeg',
  size,
  sha256: 'ab'.repeat(32),
})

function contentOf(files: readonly ReportFile[]): ReportContent {
  const each = files.length / INSPECTIONS
  const inspections = Array.from({ length: INSPECTIONS }, (_, index) => ({
    inspectionId: String(index),
    asset: { assetId: String(index), code: `FX-${index + 1}`, type: 'Fire extinguisher' },
    ...{ zone: 'Pump Room', inspectedAt: '2026-01-15T09:30:00.000Z', inspector: 'Ann Lee' },
    ...{ outcome: 'passed' as const, score: 100, note: 'The gauge is in the green range.' },
    checklist: { name: 'Monthly', version: 3 },
    sections: ['Outside', 'Inside'].map((name, section) => ({
      name,
      answers: Array.from({ length: 14 }, (__, question) => ({
        questionId: String(question),
        question: `Question ${question + 1}: is the part intact, clean, and where it belongs?`,
        ...{ condition: null, answer: 'Yes', notApplicable: false, fails: false, answeredAt: null },
        note: question % 5 === 0 ? 'Ελέγχθηκε. Проверено. Checked twice.' : null,
        photographs:
          question === 13
            ? files.slice((index + section / 2) * each, (index + section / 2 + 0.5) * each)
            : [],
      })),
    })),
    photographs: [],
  }))
  return {
    ...{ title: 'Job report', subtitle: 'Job 12 · Monthly round', outcome: null },
    ...{ language: 'en-GB', timeZone: 'Europe/London', inspections, assets: [], findings: [] },
    company: { name: 'Harbour', registrationNumber: null, vatNumber: null, logoId: null },
    facts: [{ label: 'Site', value: 'North Quay' }],
    ...{ photographs: [], signature: null, evidence: files },
  }
}

/** As the database returns content. */
async function* partsOf(content: Buffer) {
  for (let at = 0; at < content.length; at += 262_144) yield content.subarray(at, at + 262_144)
}

/** Makes the report, after a short one that starts the thread and the processes. */
export async function run() {
  const images = await photographs(8)
  const of = (id: number) => images[id % images.length] as Buffer
  const files = Array.from({ length: PHOTOGRAPHS }, (_, index) => fileOf(index, of(index).length))
  const renderer = openRenderer()
  const report = (content: ReportContent) => ({
    ...{ content, contentSha256: 'cd'.repeat(32), createdAt: new Date() },
    findImage: async (id: string) => ({
      contentType: 'image/jpeg',
      read: () => partsOf(of(Number(id))),
    }),
  })
  await renderer.render(report(contentOf(files.slice(0, 6))))

  let late = 0
  let last = performance.now()
  const timer = setInterval(() => {
    late = Math.max(late, performance.now() - last - 10)
    last = performance.now()
  }, 10)
  const start = performance.now()
  const pdf = await renderer.render(report(contentOf(files)))
  const seconds = (performance.now() - start) / 1000
  clearInterval(timer)
  await renderer.close()
  const pages =
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 0
  const megabytes = images.reduce((sum, { length }) => sum + length, 0) / images.length / 1e6
  return {
    ...{ pages, photographs: PHOTOGRAPHS, megabytesOfPhotograph: Number(megabytes.toFixed(1)) },
    ...{
      seconds: Number(seconds.toFixed(1)),
      megabytesOfPdf: Number((pdf.byteLength / 1e6).toFixed(1)),
    },
    eventLoopLateMs: Math.round(late),
  }
}
