import type { Retry } from '../../src/graphql/error-codes.js'
import type { ErrorStatus } from '../../src/http/http-error.js'

interface RestError {
  readonly meaning: string
  readonly when: string
  readonly advice: string
  readonly retry: Retry
}

/** The errors of the REST sets, by their HTTP status. */
export const restErrors: Readonly<Record<ErrorStatus, RestError>> = {
  400: {
    meaning: 'the request is malformed, or its fields are invalid',
    when: 'the body is not valid JSON, is too large, or breaks a rule of a field; the body of the response has all errors by field',
    advice: 'correct the fields',
    retry: 'no',
  },
  401: {
    meaning: 'the credentials are missing or not valid',
    when: 'a header with credentials is missing, or the token or API key is expired or revoked',
    advice: 'sign in again, then repeat the request',
    retry: 'new credentials',
  },
  403: {
    meaning: 'the role of the user does not allow the operation',
    when: 'a technician requests an operation for admins',
    advice: 'use the credentials of an admin',
    retry: 'new credentials',
  },
  404: {
    meaning: 'nothing has this address',
    when: 'no operation has the path, or no record of the company has the id in it',
    advice: 'check the path and the id',
    retry: 'no',
  },
  405: {
    meaning: 'the path has no operation with this method',
    when: 'for example, a DELETE of a path that has only GET; the header `Allow` has the methods',
    advice: 'use one of the methods',
    retry: 'no',
  },
  406: {
    meaning: 'the client does not accept JSON',
    when: 'the `Accept` header excludes `application/json`',
    advice: 'accept `application/json`',
    retry: 'no',
  },
  410: {
    meaning: 'the record was removed',
    when: 'a read or an update names a removed record',
    advice: 'forget the record; an admin can restore it in GraphQL',
    retry: 'no',
  },
  418: {
    meaning: 'the method is `BREW`, from the protocol for coffee pots (RFC 2324)',
    when: 'a client sends this method',
    advice: 'use the method of the operation',
    retry: 'no',
  },
  429: {
    meaning: 'too many requests',
    when: 'a user, an API key, a company or a network address exceeds a limit on requests, sign-ins or processor time',
    advice: 'wait for the seconds in `Retry-After`',
    retry: 'later',
  },
  500: {
    meaning: 'a bug of the service',
    when: 'the service has failed in a way that it does not expect; the body has the id of the request in its log',
    advice: 'report the id to the operator',
    retry: 'no',
  },
  503: {
    meaning: 'the service cannot answer at the moment',
    when: 'it is overloaded or in maintenance, or the database is unavailable; without `Retry-After`, the request itself takes too long',
    advice: 'wait for the seconds in `Retry-After`; without the header, request less',
    retry: 'later',
  },
}
