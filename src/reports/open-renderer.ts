import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { ReportContent } from '../domain/report/report-content.js'
import type { ReportRenderer, ReportToRender } from '../domain/report/renderer.js'
import type { WorkerRequest, WorkerResponse } from './protocol.js'

/** Decoding a JPEG takes one core. */
const IMAGES_AT_THE_SAME_TIME = 2

/**
 * The renderer of a process: one thread, which starts with the first report and makes one report at a time. The report worker
 * (`domain/report/report-worker.ts`) claims the next report after the one before, so memory has no queue. Two
 * photographs at a time are read, sent to the thread and made small, so memory has only two large ones.
 */
export function openRenderer(): ReportRenderer {
  let thread: Thread | undefined
  return {
    render: async (report) => {
      thread ??= startThread()
      try {
        return await renderIn(thread, report)
      } catch (error) {
        // A thread that has failed, for example for lack of memory, is replaced.
        await thread.stop()
        thread = undefined
        throw error
      }
    },
    close: async () => {
      await thread?.stop()
    },
  }
}

async function renderIn(
  { send }: Thread,
  { readImage, ...report }: ReportToRender,
): Promise<Uint8Array> {
  const limit = pLimit(IMAGES_AT_THE_SAME_TIME)
  const prepare = async (id: string, kind: 'photograph' | 'picture') => {
    const bytes = await readImage(id)
    if (bytes) await send({ image: id, bytes, kind })
  }
  await Promise.all(imagesOf(report.content).map(([id, kind]) => limit(prepare, id, kind)))
  const pdf = await send({ report })
  if (!pdf) throw new Error('expected a PDF')
  return pdf
}

/** The ids of the images that a report shows, and how small they may become. */
function imagesOf({ company, signature, evidence }: ReportContent) {
  const pictures = [company.logoId, signature?.documentId].filter((id) => typeof id === 'string')
  const photographs = evidence
    .filter(({ contentType }) => contentType.startsWith('image/'))
    .map(({ documentId }) => documentId)
    .filter((id) => !pictures.includes(id))
  return [
    ...pictures.map((id) => [id, 'picture'] as const),
    ...photographs.map((id) => [id, 'photograph'] as const),
  ]
}

interface Thread {
  /** Sends a request, and waits for its response. Images may be answered in any order: their responses are equal. */
  readonly send: (request: WorkerRequest) => Promise<Uint8Array | null>
  readonly stop: () => Promise<unknown>
}

function startThread(): Thread {
  const worker = createWorker()
  const waiting: { resolve: (pdf: Uint8Array | null) => void; reject: (error: Error) => void }[] =
    []
  let stopped: Error | undefined
  const stop = (reason: string) => {
    stopped ??= new Error(`The thread of reports ${reason}`)
    for (const { reject } of waiting.splice(0)) reject(stopped)
  }
  worker.on('message', (response: WorkerResponse) => {
    const next = waiting.shift()
    if (waiting.length === 0) worker.unref()
    if ('error' in response) next?.reject(new Error(response.error))
    else next?.resolve(response.pdf)
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
        waiting.push({ resolve, reject })
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
