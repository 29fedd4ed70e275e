import { DomainError } from '../errors.js'

/** The one answer to credentials that do not hold, whatever is wrong with them. */
export const unauthenticated = (): DomainError =>
  new DomainError('UNAUTHENTICATED', 'The credentials are not valid.')
