import { Worker } from 'node:worker_threads'
import type { ReportContent } from '../domain/report/report-content.js'
import type { ReportRenderer } from '../domain/report/renderer.js'
import type { WorkerRequest, WorkerResponse } from './protocol.js'
import { ReportImages, type WantedImage } from './report-image.js'

/**
 * The renderer of a process: one thread, which starts with the first report and makes one report at a time. The report worker
 * (`domain/report/report-worker.ts`) claims the next report after the one before, so memory has no queue. Other processes make the
 * photographs small, so memory has no large ones.
 */
export function openRenderer(): ReportRenderer {
  const images = new ReportImages()
  let thread: Thread | undefined
  return {
    render: async ({ findImage, ...report }) => {
      const prepared = await images.prepare(imagesOf(report.content), findImage)
      thread ??= startThread()
      try {
        return await thread.send({ report, images: prepared })
      } catch (error) {
        // A thread that has failed, for example for lack of memory, is replaced.
        await thread.stop()
        thread = undefined
        throw error
      }
    },
    close: async () => {
      images.stop()
      await thread?.stop()
    },
  }
}

function imagesOf({ company, signature, evidence }: ReportContent): readonly WantedImage[] {
  const pictures = [company.logoId, signature?.documentId].filter((id) => typeof id === 'string')
  const photographs = evidence
    .filter(({ contentType }) => contentType.startsWith('image/'))
    .map(({ documentId }) => documentId)
    .filter((id) => !pictures.includes(id))
  return [
    ...pictures.map((id) => ({ id, kind: 'picture' }) as const),
    ...photographs.map((id) => ({ id, kind: 'photograph' }) as const),
  ]
}

interface Thread {
  /** Sends a request, and waits for its response. There must be no other one at the same time. */
  readonly send: (request: WorkerRequest) => Promise<Uint8Array>
  readonly stop: () => Promise<unknown>
}

function startThread(): Thread {
  const worker = createWorker()
  let waiting: { resolve: (pdf: Uint8Array) => void; reject: (error: Error) => void } | undefined
  let stopped: Error | undefined
  const stop = (reason: string) => {
    stopped ??= new Error(`The thread of reports ${reason}`)
    waiting?.reject(stopped)
  }
  worker.on('message', (response: WorkerResponse) => {
    worker.unref()
    if ('error' in response) waiting?.reject(new Error(response.error))
    else waiting?.resolve(response.pdf)
  })
  worker.on('error', (error) => {
    stop(`failed: ${String(error)}`)
  })
  worker.on('exit', () => {
    stop('has stopped')
  })
  worker.unref()
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (stopped) {
          reject(stopped)
          return
        }
        // Only while it works, it keeps the process alive.
        worker.ref()
        waiting = { resolve, reject }
        worker.postMessage(request)
      }),
    stop: () => worker.terminate(),
  }
}

/** The build puts the worker beside this module; if this module is TypeScript, tsx compiles the worker. */
function createWorker(): Worker {
  const compiled = import.meta.url.endsWith('.js')
  const module = new URL(compiled ? './report-worker.js' : './worker.ts', import.meta.url)
  if (compiled) return new Worker(module)
  const load = `import('tsx/esm/api').then((tsx) => tsx.tsImport('${module.href}', '${import.meta.url}'))`
  return new Worker(load, { eval: true, execArgv: [] })
}
