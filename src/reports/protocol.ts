import type { ReportImage } from './report-image.js'
import type { RenderedContent } from './render-report.js'

/** What the process sends to the worker: the content of a report, and its images by the ids of their documents. */
export interface WorkerRequest {
  readonly report: RenderedContent
  readonly images: ReadonlyMap<string, ReportImage>
}

/** What the worker responds to each request. */
export type WorkerResponse = { readonly pdf: Uint8Array } | { readonly error: string }
