import { createHash } from 'node:crypto'
import { type DocumentNode, type GraphQLSchema, specifiedRules, validate } from 'graphql'
import { LRUCache } from 'lru-cache'

/** The maximum length of all documents together. In memory, a prepared document takes about 200 bytes per character. */
const MAX_CHARACTERS = 500_000

/** Validation stops at this number of errors. */
export const MAX_VALIDATION_ERRORS = 5

export type DocumentStore = ReturnType<typeof createDocumentStore>

/**
 * Creates an LRU cache of parsed and valid documents, which is Apollo's `documentStore` too. Evicting a document also
 * frees its prepared operations.
 */
export function createDocumentStore(schema: GraphQLSchema) {
  /** The texts by their SHA-256 hashes. */
  const texts = new Map<string, string>()
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, text) => text.length || 1,
    dispose: (_, text) => texts.delete(hashOf(text)),
  })
  const set = (document: DocumentNode) => {
    const text = document.loc?.source.body ?? ''
    documents.set(text, document)
    if (documents.has(text)) texts.set(hashOf(text), text)
  }
  const textOf = (key: string) => texts.get(key.slice(key.lastIndexOf(':') + 1)) ?? ''
  return {
    get: async (key: string) => documents.get(textOf(key)),
    set: async (_key: string, document: DocumentNode) => {
      set(document)
    },
    delete: async (key: string) => documents.delete(textOf(key)),
    /** The document of a text; undefined if it is not stored. */
    find: (text: string) => documents.get(text),
    /** Stores a document if it is valid by Apollo's rules. Returns whether it is. */
    addIfValid: (document: DocumentNode): boolean => {
      const options = { maxErrors: MAX_VALIDATION_ERRORS }
      const isValid = validate(schema, document, specifiedRules, options).length === 0
      if (isValid) set(document)
      return isValid
    },
  }
}

/** A key of Apollo is the hash of the schema, a colon, and this hash. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
