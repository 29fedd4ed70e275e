import { LRUCache } from 'lru-cache'
import { readModel } from '../../db/generated/read-model.js'
import { followingColumns, loggedTables, RISKS, STATE_CHANGES } from './logged-tables.js'
import { isMoments, type Moments, typesOfMoments } from './moments.js'

/** What an SQL expression depends on, besides its parameters. */
export interface Sources {
  /** The types of the records whose audit entries may mean another value. */
  readonly types: readonly string[]
  /** Whether it reads the state changes. */
  readonly readsStates: boolean
  /** The moments with which it compares the current time. */
  readonly moments: readonly Moments[]
}

/*
 * The sources are found in the text of the SQL, because only the text has all of them: fields, filters, orders and measures each write a
 * part of it. SQL reads no table, and calls no function, without its name. So whatever is not known here makes the expression one that
 * is not kept: a table without audit entries, a function that is not in the list, a column that changes without an entry.
 */

const FUNCTIONS = new Set(
  `abs array_agg array_length array_position array_remove avg bool_and bool_or cardinality ceil coalesce concat convert_to count date_trunc due_date
  encode extract floor generate_series greatest json_agg json_build_array json_build_object jsonb_agg jsonb_array_elements
  jsonb_array_elements_text jsonb_array_length jsonb_build_object jsonb_each least left length lower make_interval max min mod nullif
  regexp_replace replace right round row_number search_key sha256 starts_with string_agg substr substring sum text_grams to_char to_json to_jsonb translate
  trim trunc unnest upper`.split(/\s+/),
)

/** Key words and types that a parenthesis may follow. */
const WORDS = new Set(
  `all and any array as between bigint by case cast char cross distinct else end except exists filter from having in int integer intersect
  interval is join lateral limit materialized not numeric offset on or order ordinality over partition select some text then timestamp
  timestamptz union using values varchar when where with within`.split(/\s+/),
)

/** They depend on the time, the session or the server, and need no parenthesis. */
const CHANGING = /^(current_|local|session_user$|system_user$|pg_|txid_)/

/** A time that depends on the current one, as a literal: `'now'::timestamptz`. */
const CHANGING_LITERAL = /^'\s*(now|today|tomorrow|yesterday|allballs)\s*'$/i

const TABLES = new Set<string>(Object.values(readModel).map(({ table }) => table))

/**
 * The current time beside moments; an alias or a type that a parenthesis follows, as in `unnest($2) as x (id)`, which is never a call; a
 * literal, a comment, a name with the parenthesis or the dot around it, or an alias for all columns.
 */
const TOKEN =
  /now\(\) \/\* ([\w ]+) \*\/|(?<=\b(?:as|ordinality)\s+)([a-z_]\w*\s*\()|'(?:[^']|'')*'|\/\*|--|\$\$|(\.?)"?([a-z_]\w*)"?(\s*\()?|(\.\*)/gi

/** The sources of an SQL expression; undefined if its value may change without an entry in the log. */
export function sourcesOf(sql: string): Sources | undefined {
  const known = cache.get(sql)
  if (known) return known.sources
  const sources = findSources(sql)
  cache.set(sql, { sources })
  return sources
}

/** A statement has the same text for all companies and most variables. */
const cache = new LRUCache<string, { readonly sources: Sources | undefined }>({ max: 200 })

function findSources(sql: string): Sources | undefined {
  const tables = new Set<string>()
  const columns = new Set<string>()
  const moments = new Set<Moments>()
  for (const [token, beside, alias, dot, name, parenthesis] of sql.matchAll(TOKEN)) {
    if (alias !== undefined) continue
    if (beside !== undefined) {
      if (!isMoments(beside)) return undefined
      moments.add(beside)
    } else if (name === undefined) {
      if (!token.startsWith("'") || CHANGING_LITERAL.test(token)) return undefined
    } else {
      const word = name.toLowerCase()
      columns.add(word)
      if (dot) continue
      if (TABLES.has(word)) tables.add(word)
      else if (CHANGING.test(word)) return undefined
      else if (parenthesis && !FUNCTIONS.has(word) && !WORDS.has(word)) return undefined
    }
  }
  return ofTables(tables, columns, [...moments])
}

function ofTables(
  tables: ReadonlySet<string>,
  columns: ReadonlySet<string>,
  moments: readonly Moments[],
): Sources | undefined {
  const types = new Set<string>()
  for (const table of tables) {
    if (table === RISKS || table === STATE_CHANGES) continue
    const logged = loggedTables.get(table)
    if (!logged || logged.unlogged.some((column) => columns.has(column))) return undefined
    types.add(logged.type)
  }
  for (const [column, type] of Object.entries(followingColumns)) {
    if (columns.has(column)) types.add(type)
  }
  for (const type of moments.flatMap(typesOfMoments)) types.add(type)
  return { types: [...types].sort(), readsStates: tables.has(STATE_CHANGES), moments }
}
