import { Worker } from 'node:worker_threads'
import type { ReportContent } from '../domain/report/report-content.js'
import type { ReportRenderer, ReportToRender } from '../domain/report/renderer.js'
import type { WorkerRequest, WorkerResponse } from './protocol.js'

/**
 * The renderer of a process: one thread, which starts with the first report and makes one report at a time. The report worker
 * (`domain/report/report-worker.ts`) claims the next report after the one before, so nothing else is queued in memory. A photograph is read,
 * sent to the thread and made small before the next one is read, so only one large photograph is in memory.
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
  for (const [id, kind] of imagesOf(report.content)) {
    const bytes = await readImage(id)
    if (bytes) await send({ image: id, bytes, kind })
  }
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
  /** Sends a request, and waits for its response. One request at a time. */
  send(request: WorkerRequest): Promise<Uint8Array | null>
  stop(): Promise<unknown>
}

function startThread(): Thread {
  const worker = createWorker()
  let waiting: {
    resolve: (pdf: Uint8Array | null) => void
    reject: (error: Error) => void
  } | null = null
  let stopped: Error | undefined
  const stop = (reason: string) => {
    stopped ??= new Error(`The thread of reports ${reason}`)
    waiting?.reject(stopped)
  }
  worker.on('message', (response: WorkerResponse) => {
    if ('error' in response) waiting?.reject(new Error(response.error))
    else waiting?.resolve(response.pdf)
  })
  worker.on('error', (error) => {
    stop(`failed: ${String(error)}`)
  })
  worker.on('exit', () => {
    stop('has stopped')
  })
  // It does not keep the process alive.
  worker.unref()
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        if (stopped) reject(stopped)
        else worker.postMessage(request)
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
