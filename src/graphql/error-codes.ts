interface ErrorCodeRow {
  /**
   * The HTTP status of a response with this error; null if it does not change the status: it is 400 if the request is
   * refused before it runs, 500 for an internal error that is not in a field, and otherwise 200.
   */
  readonly status: number | null
  /**
   * Whether the status is 200 if the response has the type `application/json`: the specification GraphQL over HTTP
   * requires it for a response that GraphQL's own checks refuse.
   */
  readonly isOkInJson?: boolean
  /** For the documentation: what the error means, and in which requests it occurs. */
  readonly meaning: string
  readonly when: string
  /** For the documentation: what the client should do. */
  readonly advice: string
  /** Whether the same request may succeed if it is sent again. */
  readonly retry: Retry
}

/** `later`: after the seconds in `Retry-After`; `new credentials`: after signing in or refreshing the token. */
export type Retry = 'no' | 'later' | 'new credentials'

/**
 * Every `extensions.code` of an error in a GraphQL response. Errors are created with these codes only, so a code without a
 * row does not compile. `npm run generate` writes the table of `docs/graphql.md` from these rows, and the build the page
 * `/docs/errors`.
 */
// prettier-ignore
export const errorCodes = {
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'the token or API key is missing, expired or revoked',
    when: 'any operation except `login`, `refreshToken`, `requestPasswordReset` and `resetPassword`; `login` and `refreshToken`, if the credentials are wrong',
    advice: 'exchange the refresh token with `refreshToken` and send the request again with the new access token; if that fails too, ask the user to sign in',
    retry: 'new credentials',
  },
  FORBIDDEN: {
    status: 403,
    isOkInJson: true,
    meaning: "the user's role may not run the operation, or may not read the field at `path`, which is null; the status is 403 only if the response has no data",
    when: 'a technician uses an operation, a filter (`removed`) or a field for admins',
    advice: 'leave the field out, or hide it: `viewer` has the role of the user',
    retry: 'no',
  },
  BAD_USER_INPUT: {
    status: null,
    isOkInJson: true,
    meaning: "a variable or an argument outside of a mutation's input is invalid, or a value has the wrong GraphQL type; `extensions.path` has the [path](clients.md#errors-in-forms) of the value",
    when: 'before a mutation writes anything; in a query, for example for an id of another type or a wrong cursor',
    advice: 'show the message at the form field of the path, or correct the program',
    retry: 'no',
  },
  QUERY_TOO_COMPLEX: {
    status: null,
    meaning: 'the query exceeds a limit on depth or cost',
    when: 'before the query runs; `extensions` has its cost, the limit and its most expensive part',
    advice: 'read fewer fields or smaller pages, or several queries',
    retry: 'no',
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'too many requests, sign-ins or invitations; `Retry-After` has the seconds to wait',
    when: 'sign-ins of an account, invitations of a company, all requests of an address, or the streams of a token exceed their limit',
    advice: 'wait for the seconds in `Retry-After`, then send the request again',
    retry: 'later',
  },
  QUERY_TIMEOUT: {
    status: 503,
    meaning: 'a statement of the request ran longer than the service allows; the same request will probably fail again: request less; there is no `Retry-After`',
    when: 'a search, a count or statistics over very many records',
    advice: 'filter more, read a smaller page, or leave `totalCount` out',
    retry: 'no',
  },
  UNAVAILABLE: {
    status: 503,
    meaning: 'the server is overloaded or in maintenance, or the database is unavailable; `Retry-After` has the seconds to wait',
    when: 'under overload, during maintenance, and while the database changes its primary',
    advice: 'wait for the seconds in `Retry-After`, then send the request again; a mutation with its idempotency key',
    retry: 'later',
  },
  CURSOR_EXPIRED: {
    status: null,
    meaning: 'entries of the audit log after the cursor have been deleted ([how to start again](graphql.md#the-audit-log))',
    when: 'following the audit log (`auditLog`) with a cursor that is older than the entries that the service keeps',
    advice: 'read all lists again, then follow the log from its end',
    retry: 'no',
  },
  RESYNC: {
    status: null,
    meaning: 'the copy of the records cannot be brought up to date from the cursor ([how to begin again](graphql.md#the-feed-of-changes))',
    when: 'following `changes` with a cursor that is older than the log that the service keeps, or after the role of the user has changed; a stream whose client reads too slowly',
    advice: 'discard the copy, take a new cursor with `changes` without `after`, read all lists, then follow the changes',
    retry: 'no',
  },
  BAD_REQUEST: {
    status: null,
    meaning: 'the request is not a valid GraphQL request over HTTP',
    when: 'the body is not JSON, lacks `query`, or has a field of a wrong type',
    advice: 'correct the client: send `query`, `variables` and `operationName` as JSON',
    retry: 'no',
  },
  GRAPHQL_PARSE_FAILED: {
    status: null,
    isOkInJson: true,
    meaning: 'the document has a syntax error',
    when: 'a document that GraphQL cannot read; `locations` has the line and the column',
    advice: 'correct the document',
    retry: 'no',
  },
  GRAPHQL_VALIDATION_FAILED: {
    status: null,
    isOkInJson: true,
    meaning: 'the document does not fit the schema',
    when: 'a document names a field, argument or type that the schema does not have, or leaves out a required argument',
    advice: 'correct the document; generated types find these errors when the client is built',
    retry: 'no',
  },
  OPERATION_RESOLUTION_FAILURE: {
    status: null,
    meaning: 'the document has no operation with the name `operationName`, or has several and `operationName` is missing',
    when: 'a document with several operations',
    advice: 'send the name of one of its operations as `operationName`',
    retry: 'no',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    status: null,
    meaning: 'with [trusted documents](clients.md#trusted-documents), there is none with this id',
    when: 'the service executes trusted documents only, and the client was built with other documents',
    advice: 'give the documents of this version of the client to the operator of the service',
    retry: 'no',
  },
  INTERNAL_SERVER_ERROR: {
    status: null,
    meaning: 'a bug of the service; `extensions.requestId` is the id of the request in its log',
    when: 'never, if the service is right',
    advice: 'report the request id to the operator; a mutation may have been executed, so send it again only with its idempotency key',
    retry: 'no',
  },
} as const satisfies Record<string, ErrorCodeRow>

export type ErrorCode = keyof typeof errorCodes

/** The row of an error's code; undefined for a code that only Apollo Server knows. */
export const errorCodeRow = (code: unknown): ErrorCodeRow | undefined =>
  typeof code === 'string' && Object.hasOwn(errorCodes, code)
    ? errorCodes[code as ErrorCode]
    : undefined
