import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

type JsonSchema = Record<string, unknown>
type Components = Record<string, JsonSchema>

/** Turns schemas into JSON Schema (2020-12), those with an id in their metadata into components to refer to. */
export class JsonSchemas {
  readonly components: Components = {}

  /** What such a schema takes (`input`), or what it makes of that (`output`). */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: tidy })
    const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/')
    const { $defs = {}, ...rest } = JSON.parse(text) as JsonSchema & { $defs?: Components }
    for (const [name, component] of Object.entries($defs)) {
      const known = (this.components[name] ??= component)
      if (!isDeepStrictEqual(known, component)) {
        throw new Error(`expected one schema of the id ${name}, got two`)
      }
    }
    delete rest['$schema']
    return rest
  }
}

/** Leaves out what says nothing: bounds that every integer keeps to. */
function tidy({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
}
