import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { RequestCredentials } from '../../request/credentials.js'
import type { GraphQLRequest } from './graphql-request.js'
import type { RequestStatement } from './send.js'

/**
 * The maximum size of the cache, in characters. An entry counts the characters of its key and its document, and
 * `VALUES` for the parameter values of its statement.
 */
const MAX_CHARACTERS = 4_000_000
const VALUES = 500

/** An LRU cache of the statements of requests. */
export class StatementCache {
  private readonly statements = new LRUCache<string, RequestStatement>({ maxSize: MAX_CHARACTERS })
  private readonly ids = new WeakMap<DocumentNode, number>()
  private lastId = 0

  /** The key of a request: equal for requests of the same credentials, document, operation and variables. */
  keyOf(
    document: DocumentNode,
    operationName: string | undefined,
    values: string,
    { cacheKey }: RequestCredentials,
  ): string {
    return `${this.idOf(document)} ${cacheKey ?? ''} ${operationName ?? ''} ${values}`
  }

  get(key: string): RequestStatement | undefined {
    return this.statements.get(key)
  }

  set(key: string, { query }: GraphQLRequest, statement: RequestStatement): void {
    this.statements.set(key, statement, { size: key.length + query.length + VALUES })
  }

  delete(key: string): void {
    this.statements.delete(key)
  }

  /** A number for a document, because a key with its text would take longer to hash. */
  private idOf(document: DocumentNode): number {
    const known = this.ids.get(document)
    if (known !== undefined) return known
    this.lastId += 1
    this.ids.set(document, this.lastId)
    return this.lastId
  }
}
