import type { ReportContent } from './report-content.js'

/** A report to make. */
export interface ReportToRender {
  readonly content: ReportContent
  /** The hash of the content, in hexadecimal. */
  readonly contentSha256: string
  readonly createdAt: Date
  /** Reads an image; undefined if its document has been removed. */
  readonly readImage: (documentId: string) => Promise<Buffer | undefined>
}

/** Makes the PDF of a report. */
export interface ReportRenderer {
  render(report: ReportToRender): Promise<Uint8Array>
  close(): Promise<void>
}
