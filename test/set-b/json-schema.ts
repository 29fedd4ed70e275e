import { z } from 'zod'

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly $ref?: string
}

/** The JSON Schema of a Zod schema for `input` or `output`, with all references inlined. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const root = z.toJSONSchema(schema, { io, reused: 'inline' }) as JsonSchema & {
    $defs?: Record<string, JsonSchema>
  }
  const definition = ({ $ref = '' }: JsonSchema) => root.$defs?.[$ref.split('/').at(-1) ?? '']
  const text = JSON.stringify(root, (_, part: JsonSchema | null) =>
    part?.$ref ? definition(part) : part,
  )
  return JSON.parse(text) as JsonSchema
}

/** The fields of an object: name, type in the words of the specification's table, and whether it is required. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, rows: string[][]) {
  return Object.entries(properties).map(([name, field], index) => [
    name,
    typeOf(field, rows[index]?.[1] ?? ''),
    required.includes(name) ? 'required' : '',
  ])
}

/** The type without null; `uuid` or `int32` if the table says so and the schema enforces it. */
function typeOf(schema: JsonSchema, wanted: string): string {
  const { type = '', format, minimum, maximum } = withoutNull(schema)
  if (wanted === 'uuid' && format === 'uuid') return 'uuid'
  if (wanted === 'int32' && minimum !== undefined && maximum === 2_147_483_647) return 'int32'
  return [type].flat().find((name) => name !== 'null') ?? ''
}

export const withoutNull = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
