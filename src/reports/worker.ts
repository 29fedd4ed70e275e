import { parentPort } from 'node:worker_threads'
import { type ReportImage, prepareImage } from './images.js'
import type { WorkerRequest, WorkerResponse } from './protocol.js'
import { renderReport } from './render-report.js'

/*
 * The thread that makes PDFs, so that requests do not wait for it. It has the small images of one report at a time.
 */

const port = parentPort
if (!port) throw new Error('expected to run as a worker')

const images = new Map<string, ReportImage>()

async function handle(request: WorkerRequest): Promise<Uint8Array | null> {
  if ('image' in request) {
    const image = await prepareImage(request.bytes, request.kind)
    if (image) images.set(request.image, image)
    return null
  }
  try {
    return await renderReport(request.report, images)
  } finally {
    images.clear()
  }
}

port.on('message', (request: WorkerRequest) => {
  handle(request).then(
    (pdf) => {
      port.postMessage({ pdf } satisfies WorkerResponse)
    },
    (error: unknown) => {
      port.postMessage({ error: String(error) } satisfies WorkerResponse)
    },
  )
})
