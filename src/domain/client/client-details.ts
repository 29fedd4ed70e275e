import type { ValidationErrors } from '../validation-errors.js'

/** The optional fields of a client; null: unknown. */
export interface ClientDetails {
  readonly tradingName?: string | null | undefined
  readonly registrationNumber?: string | null | undefined
  readonly vatNumber?: string | null | undefined
}

export const checkClientDetails = (errors: ValidationErrors, input: ClientDetails) => ({
  tradingName: errors.optionalText('tradingName', input.tradingName),
  registrationNumber: errors.optionalText('registrationNumber', input.registrationNumber, 64),
  vatNumber: errors.optionalText('vatNumber', input.vatNumber, 64),
})
