import type { FastifyRequest } from 'fastify'
import type { Domain } from '../domain/domain.js'
import { writeOnce } from '../domain/idempotency/write-once.js'
import type { Operation, ValidatedRequest } from './operation.js'
import { IDEMPOTENCY_KEY, idempotencyKeyIn } from './idempotency-key.js'

/**
 * Runs an operation. If it writes and the request has an idempotency key, runs it once for all requests with this key,
 * in one transaction that also stores the body of the response. Ignores the key of a request that only reads, or that
 * has no user, such as a login.
 */
export async function runOnce<Context>(
  { method, headers }: FastifyRequest,
  operation: Operation<Context>,
  context: Context,
  { path, params, query, body }: ValidatedRequest,
  run: (context: Context) => Promise<unknown>,
): Promise<unknown> {
  const key = idempotencyKeyIn(headers)
  if (key === undefined || !operation.body || !isDomain(context)) return run(context)
  const request = {
    key,
    operation: `${method} ${path}`,
    payload: { params, query, body },
    keyPath: [IDEMPOTENCY_KEY],
  }
  const { answer } = await writeOnce(context, request, (tx) => run({ ...context, ...tx }))
  return answer
}

const isDomain = (context: unknown): context is Domain =>
  (context as Partial<Domain>).viewer !== undefined
