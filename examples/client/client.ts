import { randomUUID } from 'node:crypto'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { getOperationAST, OperationTypeNode } from 'graphql'
import {
  type Connection,
  connectionAt,
  type ConnectionAt,
  type ConnectionPath,
  type NodeOf,
  nodesOf,
} from './connection.js'
import { DEFAULT_POLICY, type RetryPolicy, withRetries } from './retry.js'
import { Session, type Tokens, type TokenStore } from './session.js'
import { send, type Transport } from './transport.js'
import { type FileToUpload, upload, type UploadedFile } from './upload.js'

export interface ClientOptions {
  /** Such as `https://inspections.example/graphql`. */
  readonly url: string
  /** The tokens of a user that has signed in already. */
  readonly tokens?: Tokens
  /** Has the tokens, and keeps new ones: for a session that several processes use. */
  readonly tokenStore?: TokenStore | undefined
  /** An API key that acts for a user, instead of tokens and `signIn`. */
  readonly apiKey?: string | undefined
  readonly retries?: Partial<RetryPolicy>
  /** The time limit of an attempt, by default 30 s. */
  readonly timeoutMs?: number
  /** Called with each response, for example to read its headers. */
  readonly onResponse?: ((response: Response) => void) | undefined
}

export interface RequestOptions {
  /** The key of a mutation, by default a new one for each call. All retries of the call send the same key. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal | undefined
}

/** The variables of a document that reads a page. */
interface PageVariables {
  readonly after?: string | null | undefined
}

/**
 * Sends documents. After a connection error, 429 or 503, it repeats the request, unless the code is `QUERY_TIMEOUT`. A
 * mutation has an idempotency key, so that it is executed once, even if it is repeated. Every method rejects with a
 * `RequestError`; `userErrors` are part of the returned data.
 */
export class Client {
  private readonly transport: Transport
  private readonly policy: RetryPolicy
  private readonly session: Session

  constructor({ url, timeoutMs = 30_000, onResponse, ...options }: ClientOptions) {
    const { apiKey, tokens, tokenStore, retries } = options
    // An invalid URL throws here, not after the last attempt.
    this.transport = { url: new URL(url).href, timeoutMs, onResponse }
    this.policy = { ...DEFAULT_POLICY, ...retries }
    this.session = new Session(
      (document, variables) => send(this.transport, document, variables, {}),
      apiKey === undefined ? tokens : { accessToken: apiKey },
      apiKey === undefined ? tokenStore : undefined,
    )
  }

  /** Opens a session, which later requests use. */
  signIn(username: string, password: string, signal?: AbortSignal): Promise<void> {
    return withRetries(() => this.session.signIn(username, password), this.policy, signal)
  }

  /** Executes a query or a mutation and returns its data. */
  async request<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    { idempotencyKey = randomUUID(), signal }: RequestOptions = {},
  ): Promise<Data> {
    const isMutation = getOperationAST(document)?.operation === OperationTypeNode.MUTATION
    const headers: Record<string, string> = isMutation ? { 'idempotency-key': idempotencyKey } : {}
    const attempt = () =>
      this.session.authorized((credentials) =>
        send(this.transport, document, variables, { ...headers, ...credentials }, signal),
      )
    return withRetries(attempt, this.policy, signal)
  }

  /** Uploads a file, which a mutation then attaches to a record: `documentIds: [id]`. All retries of the call send the same id. */
  async upload(
    { id = randomUUID(), ...file }: Omit<FileToUpload, 'id'> & Partial<FileToUpload>,
    signal?: AbortSignal,
  ): Promise<UploadedFile> {
    const attempt = () =>
      this.session.authorized((credentials) =>
        upload(this.transport, { id, ...file }, { ...credentials }, signal),
      )
    return withRetries(attempt, this.policy, signal)
  }

  /** The pages of a connection, from `variables.after` on. The document must have the variable `$after: String`. */
  async *pages<Data, Variables extends PageVariables, Path extends ConnectionPath<Data>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    path: Path,
    signal?: AbortSignal,
  ): AsyncGenerator<ConnectionAt<Data, Path> & Connection, void, undefined> {
    let { after } = variables
    for (;;) {
      const data = await this.request(document, { ...variables, after }, { signal })
      const page = connectionAt<Data, Path>(data, path)
      yield page
      const { hasNextPage, endCursor } = page.pageInfo
      if (!hasNextPage) return
      after = endCursor ?? null
    }
  }

  /** The records of a connection, on all pages: `for await (const site of client.nodes(SITES, {}, 'sites'))`. */
  async *nodes<Data, Variables extends PageVariables, Path extends ConnectionPath<Data>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    path: Path,
    signal?: AbortSignal,
  ): AsyncGenerator<NodeOf<ConnectionAt<Data, Path>>, void, undefined> {
    for await (const page of this.pages(document, variables, path, signal)) yield* nodesOf(page)
  }
}
