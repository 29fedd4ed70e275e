import type { GraphQLRequestContextWillSendResponse } from '@apollo/server'
import type { GraphQLFormattedError } from 'graphql'
import type { RequestRecord } from '../../request/record.js'
import type { Context } from '../context.js'

/** At most this many errors of a response are logged with their reasons. */
const MAX_REASONS = 3

/** Adds the errors of a response to the request's record, for the log and the metrics. */
export function recordErrors({
  response: { body },
  contextValue: {
    request: { record },
  },
}: GraphQLRequestContextWillSendResponse<Context>): void {
  const errors = body.kind === 'single' ? body.singleResult.errors : undefined
  if (errors) addErrors(record, errors)
}

/** Does the same for a request that Apollo refuses before it calls plugins, from the text of the response. */
export function recordErrorsOfText(record: RequestRecord, text: unknown): void {
  if (record.errors) return
  try {
    const { errors } = JSON.parse(String(text)) as { errors?: readonly GraphQLFormattedError[] }
    if (errors) addErrors(record, errors)
  } catch {
    record.fail(['BAD_REQUEST'], String(text))
  }
}

function addErrors(record: RequestRecord, errors: readonly GraphQLFormattedError[]): void {
  const reasons = errors.slice(0, MAX_REASONS).flatMap(reasonOf)
  record.fail(
    errors.map(({ extensions }) => String(extensions?.['code'])),
    reasons.length > 0 ? reasons.join(' ') : undefined,
  )
}

/** What is wrong with a request, without its values: a literal in a document may be a password. */
function reasonOf({ message, extensions, locations }: GraphQLFormattedError): string[] {
  const [at] = locations ?? []
  const place = at ? ` at ${at.line}:${at.column}` : ''
  switch (extensions?.['code']) {
    case 'BAD_REQUEST':
    case 'QUERY_TOO_COMPLEX':
      return [message]
    case 'GRAPHQL_PARSE_FAILED':
      return [`Syntax error${place}.`]
    case 'GRAPHQL_VALIDATION_FAILED':
      return [NAMES_ONLY.test(message) ? message : `Invalid value${place}.`]
    case 'BAD_USER_INPUT':
      return [`Invalid value of ${fieldOf(extensions)}.`]
    default:
      return []
  }
}

function fieldOf({ argument, path }: NonNullable<GraphQLFormattedError['extensions']>): string {
  if (typeof argument === 'string') return argument
  return Array.isArray(path) && path.length > 0 ? path.join('.') : 'a variable'
}

/** Matches the messages of graphql-js that quote only names from a document, and no literals. */
const NAMES_ONLY =
  /^(Cannot query field|Unknown (argument|type|fragment|directive)|Field "[\w.]+" (of type|argument|must|is not defined)|Fields "\w+" conflict|Fragment "|There can be only one|Variable "\$\w+" (is (not defined|never used)|of type)|This anonymous operation|Directive "@\w+" )/
