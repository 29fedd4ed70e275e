import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import { graphql } from './generated/index.js'
import { idOf } from './document-id.js'

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

/** The tokens of a user. An access token expires; the refresh token is exchanged, once, for new tokens. */
export class Session {
  accessToken = ''
  protected refreshToken = ''
  private refreshing: Promise<void> | undefined

  constructor(readonly url: string) {}

  async signIn(username: string, password: string): Promise<void> {
    this.keep((await this.send(LOGIN, { input: { username, password } })).login)
  }

  /**
   * Gets new tokens, unless the rejected access token has been replaced since. Concurrent calls share one request. Rejects
   * with the cause `UNAUTHENTICATED` if the user must sign in again.
   */
  async refresh(rejected: string): Promise<void> {
    const { refreshToken } = this
    if (rejected !== this.accessToken) return
    this.refreshing ??= this.send(REFRESH, { input: { refreshToken } })
      .then((data) => {
        // Otherwise the user has signed out, or another one has signed in.
        if (this.refreshToken === refreshToken) this.keep(data.refreshToken)
      })
      .finally(() => (this.refreshing = undefined))
    return this.refreshing
  }

  protected keep(tokens?: { accessToken?: string | null; refreshToken?: string | null } | null) {
    this.accessToken = tokens?.accessToken ?? ''
    this.refreshToken = tokens?.refreshToken ?? ''
  }

  private async send<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ documentId: idOf(document), query: print(document), variables }),
    })
    const { data, errors } = (await response.json()) as {
      data?: Data
      errors?: { message: string; extensions?: { code?: string } }[]
    }
    if (data && !errors) return data
    const [error] = errors ?? []
    throw new Error(error?.message ?? 'The request failed.', { cause: error?.extensions?.code })
  }
}
