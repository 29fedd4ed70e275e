import { expect, it } from 'vitest'
import type { ReportContent, ReportFile } from '../../src/domain/report/report-content.js'
import { showFiles } from '../../src/reports/photographs.js'
import { PAGE } from '../../src/reports/style.js'
import { RecordedSheet } from './recorded-sheet.js'

const fileNamed = (name: string, index: number): ReportFile => ({
  ...{ documentId: String(index), name: `${index} ${name}`, contentType: 'image/jpeg' },
  ...{ size: 1, sha256: null },
})

it.each([
  'photo.jpg',
  'WhatsApp Image 2026-01-14 at 09.30.12.jpeg',
  'W'.repeat(60),
  '照'.repeat(60),
])('a row of photographs is on one page, wherever it begins: %s', async (name) => {
  for (let y = PAGE.top; y < PAGE.height - PAGE.bottom; y += 7) {
    const sheet = new RecordedSheet()
    sheet.y = y
    const files = [1, 2, 3, 4, 5, 6].map((index) => fileNamed(name, index))
    const images = new Map<string, never>()
    const content = { language: 'en-GB' } as ReportContent
    const numberOf = ({ documentId }: Pick<ReportFile, 'documentId'>) => Number(documentId)
    showFiles({ sheet, content, images, numberOf, time: (iso) => iso }, files)
    for (const row of [
      [1, 2, 3],
      [4, 5, 6],
    ]) {
      const captions = sheet.texts.filter(({ text }) =>
        row.some((file) => text.startsWith(`File ${file} `)),
      )
      expect(captions).toHaveLength(3)
      const pages = captions.flatMap(({ pageBefore, pageAfter }) => [pageBefore, pageAfter])
      expect(new Set(pages).size, `${y} ${row.join()}`).toBe(1)
    }
    await sheet.end()
  }
})
