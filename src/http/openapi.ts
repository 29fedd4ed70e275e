import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { JsonSchemas } from './json-schema.js'
import { methodsOf, type Operation, type OperationTable } from './operation.js'
import type { ErrorStatus } from './status.js'

/** What an OpenAPI document says besides the operations themselves. */
export interface Description<Access> {
  readonly title: string
  /** For people; Markdown. */
  readonly description: string
  readonly version: string
  /** By name, the security schemes of which each operation that needs a session needs all. */
  readonly securitySchemes: Readonly<Record<string, object>>
  /** Alternatives to all of them: for each the names of those that it takes together. */
  readonly security?: (access: Access) => readonly (readonly string[])[]
  /** What `access` in the table stands for. */
  readonly needs: (access: Access) => 'nothing' | 'session' | 'role'
  /** The body of an error response. */
  readonly errorBody: (status: ErrorStatus) => z.ZodType
}

/** The OpenAPI 3.1 document of a set, from the schemas that its operations validate and answer with. */
export function openApi<Access, Caller>(
  table: OperationTable<Access, Caller>,
  about: Description<Access>,
): object {
  const schemas = new JsonSchemas()
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, method, path, access, operation] of table) {
    const needs = about.needs(access)
    const security = about.security?.(access) ?? [Object.keys(about.securitySchemes)]
    for (const each of methodsOf(method)) {
      const described = {
        operationId: [...(each === methodsOf(method)[0] ? [] : [each.toLowerCase()]), name]
          .join(' ')
          .replaceAll(/\W+(\w)/g, (_match, letter: string) => letter.toUpperCase()),
        summary: operation.summary,
        ...(needs !== 'nothing' && { security: security.map(together) }),
        ...requestOf(operation, schemas),
        responses: responsesOf(operation, needs, about, schemas),
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

function requestOf<Caller>(operation: Operation<Caller>, schemas: JsonSchemas): object {
  const { params, query, body, consumes } = operation
  const parameters = [
    ...parametersOf(params, 'path', schemas),
    ...parametersOf(query, 'query', schemas),
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

function responsesOf<Access, Caller>(
  operation: Operation<Caller>,
  needs: 'nothing' | 'session' | 'role',
  { errorBody }: Description<Access>,
  schemas: JsonSchemas,
) {
  const { status, answer, query, body, finds, errorBodies } = operation
  const response = (code: number, schema: z.ZodType) => ({
    description: STATUS_CODES[code] ?? '',
    content: { 'application/json': { schema: schemas.convert(schema, 'output') } },
  })
  const possible: ErrorStatus[] = [
    ...(query || body ? ([400] as const) : []),
    ...(needs === 'nothing' && !errorBodies?.[401] ? [] : ([401] as const)),
    ...(needs === 'role' ? ([403] as const) : []),
    ...(finds ? ([404, 410] as const) : []),
    406,
    429,
    500,
    503,
  ]
  return {
    [status]: response(status, answer),
    ...Object.fromEntries(
      possible.map((code) => [code, response(code, errorBodies?.[code] ?? errorBody(code))]),
    ),
  }
}
