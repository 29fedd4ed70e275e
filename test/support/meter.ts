import { ProcessorBudgets } from '../../src/overload/processor-budgets.js'
import { Meter } from '../../src/overload/meter.js'

/** A meter of processor time, without a limit. */
export const newMeter = (): Meter => new Meter(new ProcessorBudgets(0), { headers: {}, ip: '::1' })
