import type { Sql } from '../../db/connect.js'
import { Statement } from '../../db/read/statement.js'
import { sessionIsValidSql } from '../../domain/credential/session-is-valid.js'
import type { LogMark } from '../../domain/log-mark/log-mark.js'
import { type FoundMark, markSql, parseMark } from '../../domain/log-mark/read-mark.js'
import type { KeptAnswers } from './kept-answers.js'
import type { Answer } from './pending-answer.js'
import type { KeptRequest, RequestStatement } from './send.js'

/** Reads the text of an answer. `after`: the position that a replica must have, as of the check of the credentials. */
type ReadText = (after?: { readonly position: bigint | undefined }) => Promise<string | undefined>

/** The answer of a statement: a kept one if possible. Undefined if the credentials are no longer valid. */
export async function answerOf(
  sql: Sql,
  { kept: request }: RequestStatement,
  kept: KeptAnswers | undefined,
  read: ReadText,
): Promise<Answer | undefined> {
  if (!kept || !request) {
    const text = await read()
    return text === undefined ? undefined : { text }
  }
  const { moments } = request.source.sources
  return kept.answer(request.source, {
    check: (known) => readMark(sql, request, known),
    // The clock of a replica may differ from that of the primary, with which the next moment was computed.
    read: (found) => read(found && { position: moments.length === 0 ? found.position : undefined }),
  })
}

/** Checks the credentials, and reads the mark of the log, with one statement to the primary. */
async function readMark(
  sql: Sql,
  { source, credentials, session }: KeptRequest,
  known: LogMark | undefined,
): Promise<FoundMark | undefined> {
  const statement = new Statement(source.companyId)
  const allowed = sessionIsValidSql(statement, credentials, session)
  const mark = markSql(statement, source.sources, known)
  const text = `select case when ${allowed} then ${mark} end`
  const query = sql.prepare(text, statement.values, true)
  const { rows } = await sql.read<unknown[]>(query, { quick: true })
  const value = rows[0]?.[0]
  return typeof value === 'string' ? parseMark(value) : undefined
}
