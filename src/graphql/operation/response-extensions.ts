import type { DatabaseUse } from '../../db/connect.js'
import type { Viewer } from '../../domain/access/viewer.js'
import type { CostReport } from './cost-report.js'

/** Which `extensions` of the response a request wants. */
export interface WantedExtensions {
  readonly cost: boolean
  readonly statements: boolean
}

interface Available {
  readonly cost: CostReport | undefined
  readonly viewer: Viewer | undefined
  readonly use: DatabaseUse
  /** Whether all callers may see the number of statements: in development. Otherwise only admins. */
  readonly showStatements: boolean
}

export function wantedExtensions(extensions: unknown): WantedExtensions | undefined {
  const given = extensions as { readonly [Name in keyof WantedExtensions]?: unknown } | null
  const wanted = { cost: given?.cost === true, statements: given?.statements === true }
  return wanted.cost || wanted.statements ? wanted : undefined
}

/** The `extensions` of a response; undefined if it has none. */
export function responseExtensions(
  wanted: WantedExtensions | undefined,
  { cost, viewer, use, showStatements }: Available,
): object | undefined {
  const mayShow = wanted?.statements && (showStatements || viewer?.role === 'admin')
  const extensions = {
    ...(wanted?.cost && cost && { cost }),
    ...(mayShow && { statements: statementsOf(use) }),
  }
  return Object.keys(extensions).length > 0 ? extensions : undefined
}

const statementsOf = ({ statements: count, ms }: DatabaseUse) => ({
  count,
  milliseconds: Math.round(ms * 10) / 10,
})
