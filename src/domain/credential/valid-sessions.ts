import type { Database } from '../../db/connect.js'
import { isStillValid } from './session-is-valid.js'
import type { Credentials, Session } from './session.js'

/** The credentials of a client, and the session that they had when they were last checked. */
export interface KnownCredentials {
  readonly credentials: Credentials
  readonly session: Session
}

/**
 * Those of several sessions of one company whose credentials are still valid, with the same role and limits. One statement for all access
 * tokens without an API key, and one for each other.
 */
export async function findValidSessions<Known extends KnownCredentials>(
  db: Pick<Database, 'forCaller'>,
  companyId: number,
  all: readonly Known[],
): Promise<ReadonlySet<Known>> {
  const valid = new Set<Known>()
  const isPlain = ({ credentials, session }: Known) =>
    !credentials.isKeyAlone && !credentials.apiKeyHash && !session.keys?.length
  const tokens = all.filter(isPlain)
  const checkTokens = async () => {
    const [first] = tokens
    if (!first) return
    const { rows } = await db.forCaller({ companyId }).read<{ at: string }>({
      name: 'find-valid-sessions',
      text: FIND_VALID,
      values: [
        companyId,
        tokens.map(({ credentials }) => `\\x${credentials.tokenHash.toString('hex')}`),
        tokens.map(({ session }) => session.sessionId),
        tokens.map(({ session }) => session.viewer.userId),
        tokens.map(({ session }) => session.viewer.role),
        first.credentials.audiences,
      ],
    })
    for (const { at } of rows) {
      const known = tokens[Number(at) - 1]
      if (known) valid.add(known)
    }
  }
  const checkOther = async (known: Known) => {
    if (await isStillValid(db, known.credentials, known.session)) valid.add(known)
  }
  const others = all.filter((known) => !isPlain(known))
  await Promise.all([checkTokens(), ...others.map(checkOther)])
  return valid
}

/** Conditions as in `session-is-valid.ts`. Each subquery reads one row by its key: a join may read whole tables. */
const FIND_VALID = `
select t.at from unnest($2::bytea[], $3::uuid[], $4::int[], $5::role[]) with ordinality t (hash, session_id, user_id, role, at)
where (select true from access_token a where a.company_id = $1 and a.hash = t.hash and a.session_id = t.session_id
    and a.expires_at > now())
  and (select true from session s where s.company_id = $1 and s.id = t.session_id and s.user_id = t.user_id
    and s.revoked_at is null and s.audience = any ($6::audience[]))
  and (select true from app_user u where u.company_id = $1 and u.id = t.user_id and u.active and u.deleted_at is null)
  and (select true from membership m where m.company_id = $1 and m.user_id = t.user_id and m.role = t.role)
  and (select true from company c where c.id = $1 and c.deleted_at is null)`
