import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { WorkerRequest, WorkerResponse } from './protocol.js'
import { renderReport } from './render-report.js'

/*
 * The thread that makes PDFs, so that requests do not wait for it.
 */

// On Linux each thread has a priority of its own, so PDFs take only the processor time that requests leave. Elsewhere this would set
// the priority of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const port = parentPort
if (!port) throw new Error('expected to run as a worker')

port.on('message', ({ report, images }: WorkerRequest) => {
  renderReport(report, images).then(
    (pdf) => {
      port.postMessage({ pdf } satisfies WorkerResponse)
    },
    (error: unknown) => {
      port.postMessage({ error: String(error) } satisfies WorkerResponse)
    },
  )
})
