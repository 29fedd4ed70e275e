import type { onRequestHookHandler } from 'fastify'
import { MaintenanceError } from '../domain/errors.js'

/** Refuses every request during maintenance. The error handler of each API formats the 503. */
export const refuseDuringMaintenance =
  (isInMaintenance: () => boolean): onRequestHookHandler =>
  ({ record }, _reply, done) => {
    if (isInMaintenance()) {
      record.refusal = 'maintenance'
      done(new MaintenanceError())
    } else done()
  }
