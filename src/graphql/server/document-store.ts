import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** The maximum length of all documents together. In memory, a prepared document takes about 200 bytes per character. */
const MAX_CHARACTERS = 500_000

export type DocumentStore = ReturnType<typeof createDocumentStore>

/** Creates an LRU cache of parsed and validated documents. Evicting a document also frees its prepared operations. */
export function createDocumentStore() {
  const keys = new Map<string, string>()
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: MAX_CHARACTERS,
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
    /** The document of a text; undefined if Apollo has not parsed and validated it, or if it was evicted. */
    find: (text: string) => {
      const key = keys.get(text)
      return key === undefined ? undefined : documents.get(key)
    },
  }
}

const textOf = ({ loc }: DocumentNode) => loc?.source.body ?? ''
