import { parse } from 'libpg-query'
import { readModel } from '../../src/db/generated/read-model.js'

/* The syntax tree of a statement, from PostgreSQL's own parser. */

export type Node = Record<string, unknown>

/** The column with the company, by table. The outbox is not a company's table: some of its rows have no company. */
export const companyColumns: ReadonlyMap<string, string> = new Map(
  Object.values(readModel).flatMap(({ table, tenant }) =>
    tenant === null || table === 'queued_mail' ? [] : [[table, tenant] as const],
  ),
)

const NAMES = new RegExp(`\\b(${[...companyColumns.keys(), 'set_config'].join('|')})\\b`)

/**
 * Parses a statement. Returns undefined if it names no table of companies, and sets nothing by a function. Throws if PostgreSQL could
 * not parse it.
 */
export const parseStatement = async (text: string): Promise<unknown> =>
  NAMES.test(text) ? parse(text) : undefined

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

export const nodesIn = (list: unknown): Node[] => (Array.isArray(list) ? list.filter(isNode) : [])

export const textOf = (part: unknown) => JSON.stringify(part ?? null)

/** The values of all properties with this name, in the JSON of a part of the tree. */
export const valuesOf = (name: string, json: string) =>
  new Set(
    [...json.matchAll(new RegExp(`"${name}":"(\\w+)"`, 'g'))].map(([, value]) => String(value)),
  )
