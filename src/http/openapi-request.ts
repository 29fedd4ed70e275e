import type { z } from 'zod'
import { IDEMPOTENCY_KEY } from './idempotency-key.js'
import type { JsonSchemas } from './json-schema.js'
import type { Operation } from './operation.js'

const KEY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  description:
    'A random text, the same for each retry of a request: for 24 hours, retries return the first response and write nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** The parameters and the body of an operation, with their examples. */
export function requestOf<Context>(
  operation: Operation<Context>,
  schemas: JsonSchemas,
  hasUser: boolean,
): object {
  const { params, query, body, consumes, example } = operation
  const parameters = [
    ...parametersOf(params, 'path', schemas, example?.params),
    ...parametersOf(query, 'query', schemas, example?.query),
    ...(body && hasUser ? [KEY_PARAMETER] : []),
  ]
  const schema = body && schemas.convert(body, 'input')
  const described = { schema, ...(example?.body !== undefined && { example: example.body }) }
  const content = Object.fromEntries(consumes.map((type) => [type, described]))
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(schema && { requestBody: { required: true, content } }),
  }
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  schemas: JsonSchemas,
  example: unknown,
) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.convert(schema, 'input') as {
    properties?: Record<string, { description?: string }>
    required?: string[]
  }
  const examples = new Map(Object.entries(example ?? {}))
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
    ...(examples.has(name) && { example: examples.get(name) as unknown }),
  }))
}
