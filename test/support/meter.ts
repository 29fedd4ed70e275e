import { Accounts } from '../../src/overload/accounts.js'
import { Meter } from '../../src/overload/meter.js'

/** A meter without a limit. */
export const newMeter = (): Meter => new Meter(new Accounts(0), { headers: {}, ip: '::1' })
