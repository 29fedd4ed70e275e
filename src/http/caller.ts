import type { FastifyRequest } from 'fastify'
import type { Caller } from '../db/connect.js'

/** The database caller until the session is known: it has the disconnect signal and the statement counter. */
export const callerOfRequest = ({ end, record }: FastifyRequest): Caller => ({
  disconnect: end.disconnect,
  use: record.database,
})

/** Whether requests with a method only read. */
export const onlyReads = (method: string): boolean => method === 'GET' || method === 'HEAD'
