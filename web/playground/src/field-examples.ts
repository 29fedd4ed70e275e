import { type GraphQLSchema, parse, print, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import type { Example } from './example.js'

/** An example of a field in the documentation has at most this number of lines. */
const MAX_LINES = 12

/**
 * Adds an example to the description of each field that an example of the playground selects: the shortest one. The documentation
 * and the editor show descriptions as Markdown.
 */
export function addFieldExamples(schema: GraphQLSchema, examples: readonly Example[]): void {
  const shortest = new Map<object, { description: string; text: string }>()
  for (const { title, query } of examples) {
    const types = new TypeInfo(schema)
    const enter = (node: Parameters<typeof print>[0]) => {
      const field = types.getFieldDef()
      if (!field) return
      const text = print(node)
      const known = shortest.get(field)
      if (known && known.text.length <= text.length) return
      const description = known?.description ?? field.description ?? ''
      shortest.set(field, { description, text })
      const lines = text.split('\n')
      const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '  …'] : lines
      field.description = `${description}\n\nExample, from “${title}”:\n\n\`\`\`graphql\n${shown.join('\n')}\n\`\`\``
    }
    visit(parse(query), visitWithTypeInfo(types, { Field: { enter } }))
  }
}
