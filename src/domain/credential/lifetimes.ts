import type { Audience } from '../../db/generated/prisma/enums.js'

interface Lifetimes {
  readonly access: number
  /** Null: the session has no refresh tokens and ends with its access token. */
  readonly refresh: number | null
}

const DAY = 86_400

/** The lifetimes of tokens, in seconds. */
export const lifetimes = {
  graphql: { access: DAY, refresh: 30 * DAY },
  set_a: { access: 15 * DAY, refresh: 30 * DAY },
  set_b: { access: DAY, refresh: null },
} as const satisfies Record<Audience, Lifetimes>
