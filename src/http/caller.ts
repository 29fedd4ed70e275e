import type { FastifyRequest } from 'fastify'
import type { Caller } from '../db/connect.js'

/** The caller of a request's statements before its session is known. */
export const callerOfRequest = ({ end, record }: FastifyRequest): Caller => ({
  disconnect: end.disconnect,
  use: record.database,
})

/** Whether requests with a method only read. */
export const onlyReads = (method: string): boolean => method === 'GET' || method === 'HEAD'
