import { DomainError, type ValidationError } from '../domain/errors.js'
import { HttpError, type Path } from './http-error.js'
import type { Operation, ValidatedRequest } from './operation.js'
import { run } from './run.js'

/**
 * The response to a request that does not match the schemas of its operation. If the operation writes a record, a dry run
 * adds the errors that the domain finds in the well-formed fields, so that the client gets all errors together.
 */
export async function invalidRequest<Context>(
  operation: Operation<Context>,
  context: Context,
  request: ValidatedRequest,
  errors: readonly ValidationError[],
): Promise<HttpError> {
  const hasFields = errors.every(({ path }) => path.length > 0)
  const found = operation.dryRun && hasFields ? await dryRun(operation, context, request) : []
  // The domain gets no value for a malformed field, and may report that it is missing.
  const added = found.filter(({ path }) => !errors.some((error) => overlap(error.path, path)))
  return new HttpError(400, 'The request is not valid.', { errors: [...errors, ...added] })
}

/** Whether the paths are equal, or one is that of a part of the other. */
const overlap = (one: Path, other: Path) =>
  one.slice(0, other.length).join('.') === other.slice(0, one.length).join('.')

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
