import { DomainError } from '../errors.js'

/** The same error for all invalid credentials, so that it reveals nothing about accounts. */
export const unauthenticated = (message = 'The credentials are not valid.'): DomainError =>
  new DomainError('UNAUTHENTICATED', message)
