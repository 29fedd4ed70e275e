import type { RenderedContent } from './render-report.js'

/** What the process sends to the worker: the images of a report one by one, then its content. */
export type WorkerRequest =
  | {
      readonly image: string
      readonly bytes: Uint8Array
      readonly kind: 'photograph' | 'picture'
    }
  | { readonly report: RenderedContent }

/** What the worker responds to each request: the PDF of a report, nothing for an image. */
export type WorkerResponse = { readonly pdf: Uint8Array | null } | { readonly error: string }
