import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

type JsonSchema = Record<string, unknown>
type Components = Record<string, JsonSchema>

/** Converts Zod schemas to JSON Schema (2020-12). A schema with an id in its metadata becomes a shared component. */
export class JsonSchemas {
  readonly components: Components = {}

  /** The schema of what a Zod schema accepts (`input`) or returns (`output`). */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: tidy })
    const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/')
    const { $defs = {}, ...rest } = JSON.parse(text) as JsonSchema & { $defs?: Components }
    for (const [name, component] of Object.entries($defs)) {
      const known = (this.components[name] ??= component)
      if (!isDeepStrictEqual(known, component)) {
        throw new Error(`expected one schema with the id ${name}, got two`)
      }
    }
    delete rest['$schema']
    return rest
  }
}

/** Removes the bounds of safe integers, which Zod adds to every integer. */
function tidy({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
}
