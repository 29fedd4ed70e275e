import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** How much text is kept parsed. What is compiled of it takes some hundred times as much memory. */
const MOST_CHARACTERS = 500_000

/** The documents that Apollo has parsed. Plans and compiled functions hang on them, and go when they are forgotten. */
export function createDocumentStore() {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ loc }) => loc?.source.body.length ?? 1,
  })
  return {
    get: async (key: string) => documents.get(key),
    set: async (key: string, document: DocumentNode) => {
      documents.set(key, document)
    },
    delete: async (key: string) => documents.delete(key),
  }
}
