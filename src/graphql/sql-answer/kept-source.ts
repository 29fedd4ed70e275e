import { createHash } from 'node:crypto'
import { type Sources, sourcesOf } from '../../domain/log-mark/sources.js'

/** A statement whose value may be kept. */
export interface KeptSource {
  readonly companyId: number
  /** Equal for equal SQL with equal parameters: what a role or a key may see is a part of these. */
  readonly key: string
  readonly sources: Sources
}

/** The source of a value; undefined if it may change without an entry in the log. */
export function keptSource(sql: string, values: readonly unknown[]): KeptSource | undefined {
  const sources = sourcesOf(sql)
  const [companyId] = values
  if (!sources || typeof companyId !== 'number') return undefined
  const key = createHash('sha256')
    .update(sql)
    .update('\0')
    .update(JSON.stringify(values, exact))
    .digest('base64url')
  return { companyId, key, sources }
}

/** JSON has no big integers, no bytes, and writes a number that is not finite as null. */
const exact = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))
    ? { [typeof value]: String(value) }
    : value
