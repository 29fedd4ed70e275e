import { omitUndefined } from '../omit-undefined.js'
import type { ValidationErrors } from '../validation-errors.js'

/** What may be known of a client besides its name; null: unknown. */
export interface ClientDetails {
  readonly tradingName?: string | null | undefined
  readonly registrationNumber?: string | null | undefined
  readonly vatNumber?: string | null | undefined
}

/** The details that were given, checked. */
export const checkClientDetails = (errors: ValidationErrors, input: ClientDetails) =>
  omitUndefined({
    tradingName: errors.optionalText('tradingName', input.tradingName),
    registrationNumber: errors.optionalText('registrationNumber', input.registrationNumber, 64),
    vatNumber: errors.optionalText('vatNumber', input.vatNumber, 64),
  })
