import { expect, it } from 'vitest'
import type { ReportContent, ReportInspection } from '../../src/domain/report/report-content.js'
import { writeInspection } from '../../src/reports/inspection-part.js'
import { PAGE } from '../../src/reports/style.js'
import { RecordedSheet } from './recorded-sheet.js'

const answer = {
  ...{ questionId: '1', condition: null, answer: 'No', notApplicable: false, fails: true },
  ...{ note: 'The needle is in the red.', answeredAt: null },
}
const photograph = {
  ...{ documentId: '2', name: 'gauge.jpg', contentType: 'image/jpeg', size: 1, sha256: null },
}
const inspection: ReportInspection = {
  ...{ inspectionId: '3', asset: { assetId: '4', code: 'PG-1', type: 'Pressure gauge' } },
  ...{ zone: 'Plant Room', inspectedAt: '2027-01-04T10:00:00Z', inspector: 'Ann Able' },
  ...{ outcome: 'failed', score: 0, note: null, checklist: { name: 'Gauges', version: 1 } },
  photographs: [],
  sections: ['Gauge', 'Label'].map((name) => ({
    name,
    answers: [{ ...answer, question: `Is the ${name} in order?`, photographs: [photograph] }],
  })),
}

it.each([true, false])(
  'a heading is on the page of the first answer below it, wherever the inspection begins (alone: %s)',
  async (isOne) => {
    for (let y = PAGE.top; y < PAGE.height - PAGE.bottom; y += 40) {
      const sheet = new RecordedSheet()
      sheet.y = y
      const content = { language: 'en-GB' } as ReportContent
      const images = new Map<string, never>()
      writeInspection(
        { sheet, content, images, numberOf: () => 1, time: (iso) => iso },
        inspection,
        isOne,
      )
      const pageOf = (text: string) => [y, text, sheet.pageOf(text)]
      const first = sheet.pageOf('Is the Gauge in order?')
      for (const heading of [isOne ? 'Answers' : 'PG-1 · Pressure gauge', 'Gauge'])
        expect(pageOf(heading)).toEqual([y, heading, first])
      expect(pageOf('Label')).toEqual([y, 'Label', sheet.pageOf('Is the Label in order?')])
      await sheet.end()
    }
  },
)
