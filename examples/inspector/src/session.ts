import { print } from 'graphql'
import { Session } from '../../clients/session.js'
import { LOGOUT } from './mutations.js'

/** The service that serves this page. */
export const API_URL = location.origin
const STORED = 'inspector.refreshToken'

/** The session of this device, in all tabs. It stays until the user signs out, so that the app can be closed. */
class DeviceSession extends Session {
  /** Called when the user has signed in in another tab. */
  onBegin = (): void => undefined
  /** Called when the session ends, for whatever reason. */
  onEnd = (): void => undefined
  /** Aborted when the session ends: what its user has begun must not go on in the session of the next user. */
  ending = new AbortController()

  constructor() {
    super(`${API_URL}/graphql`)
    this.refreshToken = localStorage.getItem(STORED) ?? ''
    // Another tab has signed in or out.
    addEventListener('storage', ({ key, newValue }) => {
      if (key !== STORED) return
      if (!newValue) this.end()
      else if (!this.isOpen) {
        this.refreshToken = newValue
        this.onBegin()
      }
    })
  }

  get isOpen(): boolean {
    return this.refreshToken !== ''
  }

  /** Forgets the session immediately, and ends it at the service. If the service cannot be reached, its tokens expire later. */
  signOut(): void {
    const left = new LeftSession(localStorage.getItem(STORED) ?? '')
    this.forget()
    left.end().catch(() => undefined)
  }

  forget(): void {
    this.keep()
  }

  /** Exchanges the newest token: one that another tab has exchanged would end the session of all tabs. */
  override async refresh(rejected: string): Promise<void> {
    this.refreshToken = localStorage.getItem(STORED) ?? ''
    if (!this.isOpen) this.end()
    await super.refresh(rejected)
  }

  protected override keep(tokens?: Parameters<Session['keep']>[0]): void {
    super.keep(tokens)
    localStorage.setItem(STORED, this.refreshToken)
    if (!this.isOpen) this.end()
  }

  private end(): void {
    super.keep()
    this.ending.abort()
    this.ending = new AbortController()
    this.onEnd()
  }
}

/** A session whose user has signed out. */
class LeftSession extends Session {
  constructor(protected override refreshToken: string) {
    super(`${API_URL}/graphql`)
  }

  async end(): Promise<void> {
    // The access token may have expired, and after a start without a network there is none.
    await this.refresh(this.accessToken)
    await fetch(this.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: print(LOGOUT) }),
    })
  }
}

export const session = new DeviceSession()
