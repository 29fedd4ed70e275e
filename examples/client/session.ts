import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { UnauthenticatedError } from './errors.js'
import { graphql } from './generated/index.js'

const LOGIN = graphql(`
  mutation Login($input: LoginInput!) {
    login(input: $input) {
      accessToken
      refreshToken
    }
  }
`)
const REFRESH = graphql(`
  mutation Refresh($input: RefreshTokenInput!) {
    refreshToken(input: $input) {
      accessToken
      refreshToken
    }
  }
`)

/** The tokens of a user. Without a refresh token, the session ends with the access token. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken?: string
}

/** Where a session keeps its tokens, so that other processes can use them. */
export interface TokenStore {
  /** The tokens of this session; undefined if the store has those of another one. */
  readonly read: () => Promise<Tokens | undefined>
  readonly write: (tokens: Tokens) => Promise<void>
}

/** The headers of a request. */
type Credentials = Readonly<Record<string, string>>

const credentialsOf = (tokens: Tokens | undefined): Credentials =>
  tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {}

/** Sends a document once, without credentials. */
type Send = <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>

/** How often a request gets new tokens: those that another process has stored may have expired too. */
const MAX_RENEWALS = 2

/** The tokens of a client. An access token expires; the refresh token is exchanged, once, for new tokens. */
export class Session {
  private renewing: Promise<void> | undefined

  constructor(
    private readonly send: Send,
    private tokens?: Tokens,
    private readonly store?: TokenStore,
  ) {}

  async signIn(username: string, password: string): Promise<void> {
    await this.keep((await this.send(LOGIN, { input: { username, password } })).login)
  }

  /** Calls `request` with the access token. If it has expired, renews it and calls `request` again. */
  async authorized<Result>(
    request: (credentials: Credentials) => Promise<Result>,
  ): Promise<Result> {
    this.tokens ??= await this.store?.read()
    for (let renewals = 0; ; renewals += 1) {
      const { tokens } = this
      try {
        return await request(credentialsOf(tokens))
      } catch (error) {
        const isExpired = error instanceof UnauthenticatedError && renewals < MAX_RENEWALS
        if (!isExpired || !tokens?.refreshToken) throw error
        // Another call may have renewed the tokens in the meantime.
        if (this.tokens === tokens) await this.renew(tokens.accessToken, tokens.refreshToken)
      }
    }
  }

  /** Concurrent calls share one request, because a refresh token can be used only once. */
  private renew(accessToken: string, refreshToken: string): Promise<void> {
    this.renewing ??= this.exchange(accessToken, refreshToken).finally(
      () => (this.renewing = undefined),
    )
    return this.renewing
  }

  /** Another process may have exchanged the refresh token, and stored the new tokens. */
  private async exchange(accessToken: string, refreshToken: string): Promise<void> {
    const stored = await this.store?.read()
    if (stored && stored.accessToken !== accessToken) this.tokens = stored
    else await this.keep((await this.send(REFRESH, { input: { refreshToken } })).refreshToken)
  }

  private async keep(tokens: Tokens | null | undefined): Promise<void> {
    if (!tokens) throw new Error('The response has no tokens.')
    const { accessToken, refreshToken } = tokens
    this.tokens = { accessToken, ...(refreshToken !== undefined && { refreshToken }) }
    await this.store?.write(this.tokens)
  }
}
