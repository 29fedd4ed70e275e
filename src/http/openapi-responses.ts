import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import type { ErrorStatus } from './http-error.js'
import type { JsonSchemas } from './json-schema.js'
import type { Operation } from './operation.js'

interface Description {
  /** An example of the response of a successful request. */
  readonly answer: unknown
  /** The schema of an error response, unless the operation has its own. */
  readonly errorSchema: (status: ErrorStatus) => z.ZodType
  /** Whether the operation requires no credentials. */
  readonly isPublic: boolean
  readonly requiresRole: boolean
  readonly errorExample: (status: ErrorStatus) => unknown
}

/** The responses of an operation, by status: success, and each possible error. */
export function responsesOf<Context>(
  { status, answer: schema, query, body, notFound, errorSchemas }: Operation<Context>,
  schemas: JsonSchemas,
  { answer, errorSchema, isPublic, requiresRole, errorExample }: Description,
): object {
  const response = (code: number, body: z.ZodType, example?: unknown) => ({
    description: STATUS_CODES[code] ?? '',
    content: {
      'application/json': {
        schema: schemas.convert(body, 'output'),
        ...(example !== undefined && { example }),
      },
    },
  })
  const possible: ErrorStatus[] = [
    ...(query || body ? ([400] as const) : []),
    ...(!isPublic || errorSchemas?.[401] ? ([401] as const) : []),
    ...(requiresRole ? ([403] as const) : []),
    ...(notFound ? ([404, 410] as const) : []),
    406,
    429,
    500,
    503,
  ]
  return {
    [status]: response(status, schema, answer),
    ...Object.fromEntries(
      possible.map((code) => [
        code,
        response(code, errorSchemas?.[code] ?? errorSchema(code), errorExample(code)),
      ]),
    ),
  }
}
