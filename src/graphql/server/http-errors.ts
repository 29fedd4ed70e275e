import { GraphQLError } from 'graphql'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  findReadTimeout,
  isBusy,
  isClientDisconnected,
  isDatabaseUnavailable,
  RETRY_AFTER,
} from '../../db/unavailable.js'
import { MaintenanceError } from '../../domain/errors.js'
import { type ErrorCode, errorCodes } from '../error-codes.js'
import { withCode } from '../errors.js'

/**
 * Sends an error that occurs outside of GraphQL execution, such as malformed JSON, in the format of a GraphQL error.
 */
export function sendHttpError(
  error: (FastifyError & { retryAfter?: number }) | GraphQLError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof GraphQLError) {
    const { message } = error
    const code = error.extensions['code'] as ErrorCode
    request.record.fail([code], message)
    return reply.status(400).send({ errors: [{ message, extensions: withCode(code) }] })
  }
  const timeout = findReadTimeout(error)
  if (timeout) {
    request.record.fail(['QUERY_TIMEOUT'])
    const errors = [{ message: timeout.message, extensions: withCode('QUERY_TIMEOUT') }]
    return reply.status(errorCodes.QUERY_TIMEOUT.status).send({ errors })
  }
  const unavailable = error.statusCode === undefined && isDatabaseUnavailable(error)
  const status = unavailable ? 503 : (error.statusCode ?? 500)
  if (unavailable && isBusy(error)) request.record.refusal = 'overload'
  else if ((unavailable && !isClientDisconnected(error)) || (status >= 500 && status !== 503))
    request.log.error({ err: error }, 'A request failed')
  const retryAfter = status === 503 ? RETRY_AFTER : error.retryAfter
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const [code, message] = codeAndMessage(status, error)
  request.record.fail([code], code === 'BAD_REQUEST' ? message : undefined)
  const extensions = withCode(code, {
    ...(status === 500 && { requestId: request.id }),
    ...(retryAfter !== undefined && { retryAfter }),
  })
  return reply.status(status).send({ errors: [{ message, extensions }] })
}

function codeAndMessage(status: number, error: FastifyError): [code: ErrorCode, message: string] {
  if (status === 429) return ['RATE_LIMITED', error.message]
  if (error instanceof MaintenanceError) return ['UNAVAILABLE', error.message]
  if (status === 503) return ['UNAVAILABLE', 'The service is temporarily unavailable.']
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return ['BAD_REQUEST', 'A body with the header `Content-Type: application/json` is expected.']
  }
  if (status >= 400 && status < 500) return ['BAD_REQUEST', error.message]
  return ['INTERNAL_SERVER_ERROR', 'Something went wrong on our side.']
}
