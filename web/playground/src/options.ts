export interface Account {
  readonly username: string
  readonly password: string
  /** Lower case, such as `admin`. */
  readonly role: string
}

export interface Tokens {
  readonly accessToken: string
  /** Absent for a token that a user has pasted: it cannot be refreshed. */
  readonly refreshToken?: string
}

/** What the service writes into the page. */
interface Options {
  /** Whether the service has the embedded database with demo data. */
  readonly isDemo: boolean
  /** The demo's accounts; empty if the browser is not on the machine of the service. */
  readonly accounts: readonly Account[]
  /** A session of the first account; undefined if there is none. */
  readonly session?: Tokens
}

export const options = JSON.parse(
  document.getElementById('options')?.textContent ?? '{}',
) as Options
