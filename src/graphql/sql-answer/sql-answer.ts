import type { responseExtensions } from '../operation/response-extensions.js'
import { tagOf } from '../../request/entity-tag.js'
import type { Client, GraphQLRequest } from './graphql-request.js'
import type { KeptAnswers } from './kept-answers.js'
import type { Answer } from './pending-answer.js'

/** The text of a response, and its entity tag: if the data are kept, or the request wants a tag. */
export interface SqlAnswer {
  readonly text: string
  readonly tag: string | undefined
}

/**
 * Returns the text of the response, equal to Apollo's. Undefined if Apollo must execute the request: the document is
 * not stored, a field needs a resolver, or an error occurred. Throws only if the database is unavailable.
 */
export type AnswerWithSql = (
  request: GraphQLRequest,
  client: Client,
) => Promise<SqlAnswer | undefined>

export interface SqlAnswerOptions {
  /** Whether all callers may see the number of statements. */
  readonly showStatements?: boolean
  /** Undefined if no answers are kept. */
  readonly kept?: KeptAnswers | undefined
}

/** The response with these data. With extensions, which differ each time, it has no tag. */
export function sqlAnswerOf(
  { text, tag }: Answer,
  extensions: ReturnType<typeof responseExtensions>,
  wantsTag = false,
): SqlAnswer {
  if (!extensions) {
    return { text: `{"data":${text}}\n`, tag: tag ?? (wantsTag ? tagOf(text) : undefined) }
  }
  return {
    text: `{"data":${text},"extensions":${JSON.stringify(extensions)}}\n`,
    tag: undefined,
  }
}
