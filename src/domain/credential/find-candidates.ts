import type { Database } from '../../db/connect.js'
import type { Viewer } from '../access/viewer.js'
import { findCompaniesOfEmail } from './companies-of-email.js'
import { hashNetwork, networkIsKnownSql } from './known-network.js'
import type { SignInAttempt } from './throttle.js'

/** A user with the username of a sign-in attempt. Users of several companies may have the same username. */
export interface Candidate extends Viewer {
  readonly passwordHash: string
  /** The session of the access token that the client sent, if it is a live session of this user. */
  readonly sessionId: string | null
  /**
   * Whether the client sent an access token of a live session of the user, or the user has signed in from the network
   * before.
   */
  readonly known: boolean
}

interface Search {
  /** In lower case. */
  readonly username: string
  readonly network: string
  /** The hash of the access token that the client sent, if any. */
  readonly tokenHash: Buffer | undefined
  readonly companyId: number | undefined
}

/** An attempt to sign in, or to reset the password, for the throttle. `all`: the candidates with the username. */
export function attemptOf(
  all: readonly Candidate[],
  { username, network }: Pick<Search, 'username' | 'network'>,
): SignInAttempt {
  const known = all.filter((candidate) => candidate.known)
  return {
    username,
    network,
    sessionId: known.find(({ sessionId }) => sessionId)?.sessionId ?? undefined,
    known: known.length === 0 ? 'none' : known.length < all.length ? 'some' : 'all',
  }
}

/** An id that no company has, and a hash that no token has. */
const NO_COMPANY = 0
const NO_HASH = Buffer.alloc(0)

/**
 * The active users with a username, of one company or of all; the oldest first. One statement for each company with the
 * username, and one if there is none: timing does not reveal unknown usernames.
 */
export async function findCandidates(
  db: Pick<Database, 'read' | 'forCaller'>,
  { username, network, tokenHash, companyId }: Search,
): Promise<Candidate[]> {
  if (username.includes('\0')) return []
  const companies = companyId === undefined ? await findCompaniesOfEmail(db, username) : [companyId]
  const found = await Promise.all(
    (companies.length > 0 ? companies : [NO_COMPANY]).map((id) =>
      db.forCaller({ companyId: id }).read<Candidate>({
        name: 'find-sign-in-candidates',
        text: FIND_CANDIDATES,
        values: [username, id, hashNetwork(network), tokenHash ?? NO_HASH],
      }),
    ),
  )
  return found.flatMap(({ rows }) => rows).sort((one, other) => one.userId - other.userId)
}

const FIND_CANDIDATES = `
select u.id as "userId", u.company_id as "companyId", m.role, u.password_hash as "passwordHash",
  s.id as "sessionId", s.id is not null or ${networkIsKnownSql('$2', '$3')} as known
from app_user u
join membership m on m.company_id = u.company_id and m.user_id = u.id
join company c on c.id = u.company_id
left join access_token t on t.hash = $4::bytea and t.company_id = $2 and t.expires_at > now()
left join session s on s.company_id = $2 and s.id = t.session_id and s.revoked_at is null and s.user_id = u.id
where u.email = $1 and u.company_id = $2
  and u.active and u.deleted_at is null and c.deleted_at is null`
