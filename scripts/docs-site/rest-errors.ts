import type { ErrorStatus } from '../../src/http/http-error.js'

interface RestError {
  readonly meaning: string
  readonly advice: string
}

/** The errors of the REST sets, by their HTTP status. */
export const restErrors: Readonly<Record<ErrorStatus, RestError>> = {
  400: {
    meaning:
      'the request is malformed, or its fields are invalid; the body has all errors by field',
    advice: 'correct the fields; do not repeat the same request',
  },
  401: {
    meaning: 'the credentials are missing, expired or revoked',
    advice: 'sign in again, then repeat the request',
  },
  403: {
    meaning: 'the role of the user does not allow the operation',
    advice: 'use the credentials of an admin',
  },
  404: {
    meaning: 'no operation has this path, or no record of the company has this id',
    advice: 'do not repeat the request',
  },
  405: {
    meaning: 'the path has no operation with this method; the header `Allow` has the methods',
    advice: 'use one of the methods',
  },
  406: {
    meaning: 'the `Accept` header excludes JSON',
    advice: 'accept `application/json`',
  },
  410: {
    meaning: 'the record was removed',
    advice: 'forget the record; an admin can restore it in GraphQL',
  },
  418: {
    meaning: 'the method is `BREW`, from the protocol for coffee pots (RFC 2324)',
    advice: 'use the method of the operation',
  },
  429: {
    meaning: 'too many requests or sign-ins',
    advice: 'repeat the request after the seconds in `Retry-After`',
  },
  500: {
    meaning: 'a bug of the service; the body has the id of the request in its log',
    advice: 'report the id to the operator',
  },
  503: {
    meaning:
      'the service is overloaded or in maintenance, or the database is unavailable; without `Retry-After`, the request itself takes too long',
    advice:
      'repeat the request after the seconds in `Retry-After`; without the header, request less',
  },
}
