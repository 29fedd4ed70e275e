import type { ChildProcess } from 'node:child_process'

/** `limit` is an upper bound: see peers/limit.ts. */
export type ServerName = 'service' | 'postgraphile' | 'mercurius' | 'limit'

export interface Server {
  name: ServerName
  child: ChildProcess
  port: number
  /** Milliseconds from the start until the server was ready. */
  readyMs: number
}

/** Connections of each server to the database. */
export const POOL_SIZE = 10

export const isService = ({ name }: Server): boolean => name === 'service'
