import { given } from '../given.js'
import type { Problems } from '../problems.js'

/** What may be known of a client besides its name; null: unknown. */
export interface ClientDetails {
  readonly tradingName?: string | null | undefined
  readonly registrationNumber?: string | null | undefined
  readonly vatNumber?: string | null | undefined
}

/** The details that were given, checked. */
export const checkClientDetails = (problems: Problems, input: ClientDetails) =>
  given({
    tradingName: problems.optionalText('tradingName', input.tradingName),
    registrationNumber: problems.optionalText('registrationNumber', input.registrationNumber, 64),
    vatNumber: problems.optionalText('vatNumber', input.vatNumber, 64),
  })
