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

/** The tokens of a client. An access token expires; the refresh token is exchanged, once, for new tokens. */
export class Session {
  private refreshing: Promise<void> | undefined

  constructor(
    private readonly send: Send,
    private tokens?: Tokens,
    private readonly store?: TokenStore,
  ) {}

  async signIn(username: string, password: string): Promise<void> {
    await this.keep((await this.send(LOGIN, { input: { username, password } })).login)
  }

  /** Calls `request` with the access token. If it has expired, refreshes it and calls `request` again. */
  async authorized<Result>(
    request: (credentials: Credentials) => Promise<Result>,
  ): Promise<Result> {
    const tokens = (this.tokens ??= await this.store?.read())
    try {
      return await request(credentialsOf(tokens))
    } catch (error) {
      if (!(error instanceof UnauthenticatedError) || !tokens?.refreshToken) throw error
      // Another call may have refreshed the tokens in the meantime.
      if (this.tokens === tokens) await this.refresh(tokens.refreshToken)
      return request(credentialsOf(this.tokens))
    }
  }

  /** Concurrent calls share one request, because a refresh token can be used only once. */
  private refresh(refreshToken: string): Promise<void> {
    this.refreshing ??= this.exchange(refreshToken).finally(() => (this.refreshing = undefined))
    return this.refreshing
  }

  /** Another process may have used the refresh token, and stored the next one. */
  private async exchange(used: string): Promise<void> {
    const refreshToken = (await this.store?.read())?.refreshToken ?? used
    await this.keep((await this.send(REFRESH, { input: { refreshToken } })).refreshToken)
  }

  private async keep(tokens: Tokens | null | undefined): Promise<void> {
    if (!tokens) throw new Error('The response has no tokens.')
    const { accessToken, refreshToken } = tokens
    this.tokens = { accessToken, ...(refreshToken !== undefined && { refreshToken }) }
    await this.store?.write(this.tokens)
  }
}
