import { Meter } from '../../src/overload/meter.js'
import { Payers } from '../../src/overload/payers.js'

/** A meter of processor time, without a limit. */
export const newMeter = (): Meter => new Meter(new Payers(0, 1000), { headers: {}, ip: '::1' })
