import type { Audience } from '../../src/db/generated/prisma/enums.js'
import type { Domain } from '../../src/domain/domain.js'
import { openSession } from '../../src/domain/credential/session.js'
import type { Throttle } from '../../src/domain/credential/throttle.js'

/** A throttle that lets everybody try for ever. */
export const noThrottle: Throttle = {
  countAttempt: async () => ({ uncount: async () => {} }),
}

/** A session of the user through whose eyes the domain is seen, and its tokens. */
export const newSession = ({ db, viewer }: Domain, audience: Audience = 'graphql') =>
  openSession(db, viewer, audience)
