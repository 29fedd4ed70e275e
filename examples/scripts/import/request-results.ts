import { InvalidInputError } from '../../client/errors.js'
import { errorsOfRows } from './field-error.js'
import type { Result, Send, SendOptions } from './row.js'

/**
 * Sends rows. If a value has the wrong type, GraphQL refuses the whole request. The rows with such values then count as
 * invalid, and the other rows are sent again. They use the same key, because nothing was executed.
 */
export async function requestResults<Input>(
  send: Send<Input>,
  inputs: readonly Input[],
  options: SendOptions,
): Promise<readonly Result[]> {
  if (inputs.length === 0) return []
  try {
    const results = await send(inputs, options)
    if (results.length === inputs.length) return results
    throw new Error(`expected ${inputs.length} results, got ${results.length}`)
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    const invalid = errorsOfRows(
      error.errors.map(({ message, extensions }) => ({ message, field: extensions?.path })),
    )
    if (invalid.size === 0) throw error
    const others = inputs.filter((_, index) => !invalid.has(index))
    const results = (await requestResults(send, others, options)).values()
    return inputs.map((_, index): Result => {
      const errors = invalid.get(index)
      return errors ? { errors } : (results.next().value ?? { errors: [] })
    })
  }
}
