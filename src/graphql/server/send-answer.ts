import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SqlAnswer } from '../sql-answer/sql-answer.js'
import { matchesTag } from '../../request/entity-tag.js'

/** Sends the text of a response, or 304 if the client has it already. */
export function sendAnswer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { text, tag }: SqlAnswer,
): FastifyReply {
  if (tag === undefined) return reply.send(text)
  void reply.header('etag', tag)
  if (!matchesTag(headers['if-none-match'], tag)) return reply.send(text)
  return reply.removeHeader('content-type').code(304).send()
}
