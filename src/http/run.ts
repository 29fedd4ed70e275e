import { DomainError } from '../domain/errors.js'
import type { Operation, ValidatedRequest } from './operation.js'

/** Runs an operation. The paths of a DomainError are translated into paths in the body. */
export async function run<Context>(
  operation: Operation<Context>,
  context: Context,
  request: ValidatedRequest,
): Promise<unknown> {
  try {
    return await operation.run(context, request)
  } catch (error) {
    const { errorPath } = operation
    if (!errorPath || !(error instanceof DomainError)) throw error
    const errors = error.errors.map((fieldError) => ({
      ...fieldError,
      path: errorPath(fieldError.path, request),
    }))
    throw new DomainError(error.code, error.message, errors)
  }
}
