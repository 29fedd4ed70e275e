import type { Domain, RecordKey } from '../domain.js'
import type { AddParameter } from '../../db/read/equals-one-of.js'
import { hasOneOfKeys, isKey } from '../record/record-key.js'

/** A subquery that finds records by keys, or by texts such as codes. */
export interface Lookup {
  readonly name: string
  readonly keys?: readonly (RecordKey | null | undefined)[]
  readonly texts?: readonly (string | null | undefined)[]
  /** Returns the subquery. $1 is the company. `matches` is a condition on the keys, or an array of the texts. */
  readonly sql: (matches: string) => string
}

/** An array of one parameter has one plan for any value. An array as a parameter is planned at each execution. */
const arrayOf = (texts: readonly string[], parameter: AddParameter) =>
  texts.length === 1 ? `array[${parameter(texts[0], 'text')}]` : parameter(texts, 'text[]')

/**
 * Runs lookups as one statement. A lookup without keys or texts is left out, and its result is undefined: PostgreSQL
 * plans a statement with several keys at each execution, and the planning of a short statement takes half the time.
 */
export async function lookUp<Found extends object>(
  domain: Domain,
  lookups: readonly Lookup[],
): Promise<Partial<Found>> {
  const values: unknown[] = [domain.viewer.companyId]
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const columns = lookups.flatMap(({ name, keys = [], texts = [], sql }) => {
    const givenKeys = keys.filter(isKey)
    const givenTexts = texts.flatMap((text) => text ?? [])
    if (givenKeys.length === 0 && givenTexts.length === 0) return []
    const matches =
      givenTexts.length > 0 ? arrayOf(givenTexts, parameter) : hasOneOfKeys(givenKeys, parameter)
    return [`'${name}', (${sql(matches)})`]
  })
  if (columns.length === 0) return {}
  const text = `select json_build_object(${columns.join(', ')})::text`
  const { rows } = await domain.db.read<unknown[]>(domain.db.prepare(text, values, true))
  const value = rows[0]?.[0]
  const found = typeof value === 'string' ? (JSON.parse(value) as object) : {}
  return Object.fromEntries(
    Object.entries(found).filter(([, each]) => each !== null),
  ) as Partial<Found>
}
