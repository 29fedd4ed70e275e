import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { bytesSent, type RequestRecord } from '../request/record.js'
import { shownPath } from '../log/shown-path.js'

/** The number of SQL texts that are remembered, because each is logged only once. */
const MAX_PLANS = 1000

/**
 * Logs each request in one line. A request that took `slowMs` or longer is a warning, unless it was refused after it had
 * waited; 0 turns this off.
 */
export function createRequestLog(slowMs: number) {
  const logged = new LRUCache<string, true>({ max: MAX_PLANS })

  /** The fingerprint of the SQL of a slow request, and the first time the SQL itself. */
  const planOf = ({ plan, database }: RequestRecord) => {
    const sql = plan ?? database.slowest
    if (sql === undefined) return {}
    const fingerprint = fingerprintOf(sql)
    const isNew = !logged.has(fingerprint)
    logged.set(fingerprint, true)
    return { fingerprint, ...(isNew && { sql }) }
  }

  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { record } = request
    const ms = reply.elapsedTime
    const line = {
      interface: request.routeOptions.config.interface ?? 'other',
      operation: record.operation,
      kind: record.kind,
      method: request.method,
      path: shownPath(request.url),
      // The client did not get a status.
      status: request.end.hasLeft ? undefined : reply.statusCode,
      errors: record.errors,
      reason: record.reason,
      refusal: record.refusal,
      company: record.companyId,
      user: record.userId,
      address: request.ip,
      ms: tenths(ms),
      databaseMs: tenths(record.database.ms),
      statements: record.database.statements,
      bytes: bytesSent(request, reply),
      left: request.end.hasLeft || undefined,
      traceId: record.trace?.traceId,
    }
    const isSlow = slowMs > 0 && ms >= slowMs && record.refusal === undefined
    if (isSlow) request.log.warn({ ...line, ...planOf(record) }, 'slow request')
    else request.log.info(line, 'request')
  }
}

/** Identifies a statement by its text, which has no values. */
export const fingerprintOf = (sql: string): string =>
  createHash('sha256').update(sql).digest('hex').slice(0, 16)

const tenths = (ms: number) => Math.round(ms * 10) / 10
