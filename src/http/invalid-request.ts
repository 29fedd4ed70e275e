import { DomainError, type ValidationError } from '../domain/errors.js'
import { HttpError, type Path } from './http-error.js'
import type { Operation, ValidatedRequest } from './operation.js'
import { run } from './run.js'

/**
 * The maximum number of errors up to which there is a dry run: each of them is compared with each error of the domain.
 */
const MAX_ERRORS = 100

/**
 * The response to a request that does not match the schemas of its operation. If the operation writes a record, a dry
 * run adds the errors that the domain finds in the well-formed parts, so that the client gets all errors together.
 */
export async function invalidRequest<Context>(
  operation: Operation<Context>,
  context: Context,
  request: ValidatedRequest,
  errors: readonly ValidationError[],
): Promise<HttpError> {
  const isObject = errors.every(({ path }) => path.length > 0)
  const isChecked = operation.dryRun && isObject && errors.length <= MAX_ERRORS
  const found = isChecked ? await dryRun(operation, context, request) : []
  const added = found
    .map((error) => ({ ...error, path: sentPath(error.path, errors) }))
    // The domain gets no value for a malformed field, and may report that it is missing.
    .filter(({ path }) => !errors.some((error) => overlap(error.path, path)))
  return invalid([...errors, ...added])
}

export const invalid = (errors: readonly ValidationError[]) =>
  new HttpError(400, 'The request is not valid.', { errors })

async function dryRun<Context>(
  operation: Operation<Context>,
  context: Context,
  request: ValidatedRequest,
): Promise<readonly ValidationError[]> {
  try {
    await run(operation, { ...context, dryRun: true }, request)
  } catch (error) {
    const isAboutInput = error instanceof DomainError && INPUT_ERRORS.includes(error.code)
    if (isAboutInput) return error.errors
    throw error
  }
  throw new Error('expected a dry run to throw, but it returned')
}

/** NOT_FOUND and REMOVED are about the record to update. */
const INPUT_ERRORS: readonly string[] = ['INVALID', 'NOT_FOUND', 'REMOVED']

/**
 * Converts the list indexes in a path of a domain error to those of the request: the lists that the domain gets lack
 * the malformed elements of the request.
 */
const sentPath = (path: Path, errors: readonly ValidationError[]): Path =>
  path.map((step, depth) => {
    if (typeof step !== 'number') return step
    const list = path.slice(0, depth)
    const malformed = errors
      .filter((error) => error.path.length > depth && overlap(error.path, list))
      .map((error) => Number(error.path[depth]))
    return [...new Set(malformed)]
      .sort((one, other) => one - other)
      .reduce((index, each) => (each <= index ? index + 1 : index), step)
  })

/** Whether the paths are equal, or one begins with the other. */
function overlap(one: Path, other: Path): boolean {
  const length = Math.min(one.length, other.length)
  return one.slice(0, length).every((step, depth) => String(step) === String(other[depth]))
}
