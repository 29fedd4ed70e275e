import { DomainError } from '../errors.js'

/** The same error for all invalid credentials, so that it reveals nothing about accounts. */
export const unauthenticated = (): DomainError =>
  new DomainError('UNAUTHENTICATED', 'The credentials are not valid.')
