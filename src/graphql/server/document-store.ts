import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** How much text is kept parsed. What is compiled of it takes some hundred times as much memory. */
const MOST_CHARACTERS = 500_000

/** The valid documents that were asked for lately. */
export type DocumentStore = ReturnType<typeof createDocumentStore>

/** Keeps documents for Apollo. Plans and compiled functions hang on them, and go when they are forgotten. */
export function createDocumentStore() {
  const keys = new Map<string, string>()
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (document) => textOf(document).length || 1,
    dispose: (document) => keys.delete(textOf(document)),
  })
  return {
    get: async (key: string) => documents.get(key),
    set: async (key: string, document: DocumentNode) => {
      documents.set(key, document)
      if (documents.has(key)) keys.set(textOf(document), key)
    },
    delete: async (key: string) => documents.delete(key),
    /** The document of a text; undefined where Apollo has not parsed and validated it lately. */
    find: (text: string) => {
      const key = keys.get(text)
      return key === undefined ? undefined : documents.get(key)
    },
  }
}

const textOf = ({ loc }: DocumentNode) => loc?.source.body ?? ''
