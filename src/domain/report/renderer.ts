import type { ReportContent } from './report-content.js'

/** A report to make. */
export interface ReportToRender {
  readonly content: ReportContent
  /** The hash of the content, in hexadecimal. */
  readonly contentSha256: string
  readonly createdAt: Date
  /** Finds an image; undefined if its document has been removed. */
  readonly findImage: (documentId: string) => Promise<ImageToShow | undefined>
}

export interface ImageToShow {
  /** The media type, detected from the content. */
  readonly contentType: string
  /** Reads the content, each time that it is called. */
  readonly read: () => AsyncIterable<Uint8Array>
}

/** Makes the PDF of a report. */
export interface ReportRenderer {
  render(report: ReportToRender): Promise<Uint8Array>
  close(): Promise<void>
}
