import type { Audience } from '../../src/db/generated/prisma/enums.js'
import type { Domain } from '../../src/domain/domain.js'
import { openSession } from '../../src/domain/credential/session.js'
import type { Throttle } from '../../src/domain/credential/throttle.js'

/** A throttle without limits. */
export const noThrottle: Throttle = {
  countAttempt: async () => ({ onlyKnown: false, uncount: async () => {} }),
  countPasswordReset: async () => {},
  countClientAttempt: async () => {},
}

/** A new session of the domain's user, with its tokens. */
export const newSession = (
  { db, viewer }: Pick<Domain, 'db' | 'viewer'>,
  audience: Audience = 'graphql',
) => openSession(db, viewer, audience)
