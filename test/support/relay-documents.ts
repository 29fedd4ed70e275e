import type { Plugin } from 'vitest/config'

const DOCUMENT = /graphql`\s*(?:query|mutation|subscription|fragment)\s+(\w+)[^`]*`/g

/** A Vite plugin like babel-plugin-relay: replaces each document with its artifact from relay-compiler. */
export const relayDocuments: Plugin = {
  name: 'relay-documents',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/examples\/clients\/relay\.ts$/.test(id)) return undefined
    const imports: string[] = []
    const replaced = code.replaceAll(DOCUMENT, (_, name: string) => {
      imports.push(`import compiled_${name} from './generated/relay/${name}.graphql.ts'`)
      return `compiled_${name}`
    })
    return { code: [...imports, replaced].join(';'), map: null }
  },
}
