import type { ReportContent, ReportFile } from '../domain/report/report-content.js'
import type { ReportImage } from './report-image.js'
import type { Sheet } from './sheet.js'

/** What every part of a report is written with. */
export interface ReportPages {
  readonly sheet: Sheet
  readonly content: ReportContent
  /** By the id of the document. */
  readonly images: ReadonlyMap<string, ReportImage>
  /** The number of a file in the list of evidence. */
  readonly numberOf: (file: Pick<ReportFile, 'documentId'>) => number
  /** A time in the time zone of the report. */
  readonly time: (iso: string) => string
}
