import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { ErrorStatus } from './http-error.js'
import { JsonSchemas } from './json-schema.js'
import { IDEMPOTENCY_KEY } from './idempotency-key.js'
import { methodsOf, type Operation, type OperationTable } from './operation.js'

/** The parts of an OpenAPI document that do not follow from the operations. */
export interface Description<Access> {
  readonly title: string
  /** Markdown. */
  readonly description: string
  readonly version: string
  readonly securitySchemes: Readonly<Record<string, object>>
  /** Alternatives, each the names of the schemes that are required together; none if the operation is public. */
  readonly security: (access: Access) => readonly (readonly string[])[]
  readonly requiresRole: (access: Access) => boolean
  /** Whether a request has a user: then idempotency keys apply. */
  readonly hasUser: (access: Access) => boolean
  /** The schema of an error response. */
  readonly errorSchema: (status: ErrorStatus) => z.ZodType
}

/** The OpenAPI 3.1 document of a REST API, from the schemas of its operations. */
export function openApi<Access, Context>(
  table: OperationTable<Access, Context>,
  about: Description<Access>,
): object {
  const schemas = new JsonSchemas()
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, method, path, access, operation] of table) {
    const security = about.security(access).map(together)
    for (const [index, each] of methodsOf(method).entries()) {
      const title = index === 0 ? name : `${each.toLowerCase()} ${name}`
      const described = {
        operationId: title.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()),
        summary: operation.summary,
        ...(security.length > 0 && { security }),
        ...requestOf(operation, schemas, about.hasUser(access)),
        responses: responsesOf(operation, access, about, schemas),
      }
      ;(paths[path] ??= {})[each.toLowerCase()] = described
    }
  }
  const { title, description, version, securitySchemes } = about
  return {
    openapi: '3.1.0',
    info: { title, description, version },
    paths,
    components: { schemas: schemas.components, securitySchemes },
  }
}

const together = (schemes: readonly string[]) =>
  Object.fromEntries(schemes.map((name) => [name, []]))

const KEY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  description:
    'A random text, the same for each retry of a request: for 24 hours, retries return the first response and write nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function requestOf<Context>(
  operation: Operation<Context>,
  schemas: JsonSchemas,
  hasUser: boolean,
): object {
  const { params, query, body, consumes } = operation
  const parameters = [
    ...parametersOf(params, 'path', schemas),
    ...parametersOf(query, 'query', schemas),
    ...(body && hasUser ? [KEY_PARAMETER] : []),
  ]
  const schema = body && schemas.convert(body, 'input')
  const content = Object.fromEntries(consumes.map((type) => [type, { schema }]))
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(schema && { requestBody: { required: true, content } }),
  }
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  schemas: JsonSchemas,
) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.convert(schema, 'input') as {
    properties?: Record<string, { description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }))
}

function responsesOf<Access, Context>(
  operation: Operation<Context>,
  access: Access,
  { security, requiresRole, errorSchema }: Description<Access>,
  schemas: JsonSchemas,
) {
  const { status, answer, query, body, notFound, errorSchemas } = operation
  const response = (code: number, schema: z.ZodType) => ({
    description: STATUS_CODES[code] ?? '',
    content: { 'application/json': { schema: schemas.convert(schema, 'output') } },
  })
  const possible: ErrorStatus[] = [
    ...(query || body ? ([400] as const) : []),
    ...(security(access).length > 0 || errorSchemas?.[401] ? ([401] as const) : []),
    ...(requiresRole(access) ? ([403] as const) : []),
    ...(notFound ? ([404, 410] as const) : []),
    406,
    429,
    500,
    503,
  ]
  return {
    [status]: response(status, answer),
    ...Object.fromEntries(
      possible.map((code) => [code, response(code, errorSchemas?.[code] ?? errorSchema(code))]),
    ),
  }
}
