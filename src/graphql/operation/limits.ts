import { tooComplex } from '../errors.js'
import type { Variables } from './variables.js'

export interface Limits {
  /** The maximum depth of nested fields. */
  readonly maxDepth: number
  /** The maximum cost of an operation. */
  readonly maxComplexity: number
}

/** The maximum number of selected fields of an operation, with each fragment counted wherever it is spread. */
export const MAX_FIELDS = 10_000

/** The maximum depth of nested lists and input objects in the variables. */
const MAX_VARIABLE_DEPTH = 100

/** The maximum number of values in one list, in a document or in the variables. */
export const MAX_LIST_LENGTH = 1000

/** Whether a value exceeds the maximum depth of variables: functions that recurse into it could overflow the stack. */
export const exceedsDepth = (value: unknown, levels = MAX_VARIABLE_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels < 0 || Object.values(value).some((each) => exceedsDepth(each, levels - 1)))

const hasLongList = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ((Array.isArray(value) && value.length > MAX_LIST_LENGTH) ||
    Object.values(value).some(hasLongList))

/** Refuses variables that nest too deeply or contain a list that is too long. */
export function refuseExcessiveVariables(variables: Variables): void {
  if (exceedsDepth(variables)) {
    throw tooComplex(`The variables nest over ${MAX_VARIABLE_DEPTH} levels deep.`)
  }
  if (hasLongList(variables)) {
    throw tooComplex(`A list in the variables has over ${MAX_LIST_LENGTH} values.`)
  }
}
