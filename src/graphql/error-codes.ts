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
  /** For the documentation. */
  readonly meaning: string
}

/**
 * Every `extensions.code` of an error in a GraphQL response. Errors are created with these codes only, so a code without a
 * row does not compile. `npm run generate` writes the table of `docs/graphql.md` from these rows.
 */
// prettier-ignore
export const errorCodes = {
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'the token or API key is missing, expired or revoked',
  },
  FORBIDDEN: {
    status: 403,
    isOkInJson: true,
    meaning: "the user's role may not run the operation, or may not read the field at `path`, which is null; the status is 403 only if the response has no data",
  },
  BAD_USER_INPUT: {
    status: null,
    isOkInJson: true,
    meaning: "a variable or an argument outside of a mutation's input is invalid, or a value has the wrong GraphQL type; `extensions.path` has the [path](clients.md#errors-in-forms) of the value",
  },
  QUERY_TOO_COMPLEX: {
    status: null,
    meaning: 'the query exceeds a limit on depth or cost',
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'too many requests, sign-ins or invitations; `Retry-After` has the seconds to wait',
  },
  QUERY_TIMEOUT: {
    status: 503,
    meaning: 'a statement of the request ran longer than the service allows; the same request will probably fail again: request less; there is no `Retry-After`',
  },
  UNAVAILABLE: {
    status: 503,
    meaning: 'the server is overloaded or in maintenance, or the database is unavailable; `Retry-After` has the seconds to wait',
  },
  CURSOR_EXPIRED: {
    status: null,
    meaning: 'entries of the audit log after the cursor have been deleted ([how to start again](graphql.md#the-audit-log))',
  },
  BAD_REQUEST: {
    status: null,
    meaning: 'the request is not a valid GraphQL request over HTTP',
  },
  GRAPHQL_PARSE_FAILED: {
    status: null,
    isOkInJson: true,
    meaning: 'the document has a syntax error',
  },
  GRAPHQL_VALIDATION_FAILED: {
    status: null,
    isOkInJson: true,
    meaning: 'the document does not fit the schema',
  },
  OPERATION_RESOLUTION_FAILURE: {
    status: null,
    meaning: 'the document has no operation with the name `operationName`, or has several and `operationName` is missing',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    status: null,
    meaning: 'with [trusted documents](clients.md#trusted-documents), there is none with this id',
  },
  INTERNAL_SERVER_ERROR: {
    status: null,
    meaning: 'a bug of the service; `extensions.requestId` is the id of the request in its log',
  },
} as const satisfies Record<string, ErrorCodeRow>

export type ErrorCode = keyof typeof errorCodes

/** The row of an error's code; undefined for a code that only Apollo Server knows. */
export const errorCodeRow = (code: unknown): ErrorCodeRow | undefined =>
  typeof code === 'string' && Object.hasOwn(errorCodes, code)
    ? errorCodes[code as ErrorCode]
    : undefined
