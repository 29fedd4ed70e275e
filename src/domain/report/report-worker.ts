import { atHalfSpeed, startWorker } from '../worker.js'
import { makeNextReport, type ReportServices } from './make-next-report.js'

/** How often an instance looks for reports that are due. */
const INTERVAL_MS = 2000

/**
 * Makes the reports of completed records, one after the other. Every instance runs one worker; a report is made by the instance that
 * claims it. The worker pauses if no report is due. Returns the function that stops the worker, and waits until the current report is
 * made.
 */
export function startReportWorker(
  services: ReportServices,
  intervalMs = INTERVAL_MS,
): () => Promise<void> {
  const stop = startWorker({
    next: atHalfSpeed(() => makeNextReport(services)),
    intervalMs,
    log: services.log,
    failure: 'The reports to make could not be read',
  })
  return async () => {
    await stop()
    await services.renderer.close()
  }
}
