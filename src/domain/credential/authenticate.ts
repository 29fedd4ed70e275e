import type { Database } from '../../db/connect.js'
import type { Audience } from '../../db/generated/prisma/enums.js'
import type { Statement } from '../../db/read/statement.js'
import type { Viewer } from '../access/viewer.js'
import { noteApiKeyUse } from '../api-key/note-api-key-use.js'
import type { Session } from './session.js'

export interface Credentials {
  /** The hash of an access token. */
  readonly tokenHash: Buffer
  /** The audiences whose tokens are accepted. */
  readonly audiences: readonly Audience[]
  /** The hash of an API key. If given, it must be a valid key of the token's company. */
  readonly apiKeyHash?: Buffer | undefined
}

/**
 * Finds the session of an access token. Undefined if the token is unknown, expired, revoked or for another audience, or
 * the user is inactive or removed. Nothing is cached, so a revocation takes effect with the next request.
 */
export async function authenticate(
  db: Pick<Database, 'forCaller' | 'hasReplicas'>,
  { tokenHash: hash, audiences, apiKeyHash }: Credentials,
): Promise<Session | undefined> {
  const ofToken = db.forCaller({ credential: { lookup: 'company_of_access_token', hash } })
  const { rows } = await ofToken.read<SessionRow>({
    ...(db.hasReplicas ? AUTHENTICATE_AND_FIND_POSITION : AUTHENTICATE),
    values: [hash, audiences, apiKeyHash ?? null],
  })
  const [row] = rows
  if (!row) return undefined
  if (apiKeyHash) noteApiKeyUse(db, row.companyId, apiKeyHash)
  const { sessionId, audience, apiKeyId, userId, companyId, role, position } = row
  const viewer = { userId, companyId, role }
  const session = { sessionId, audience, viewer, ...(apiKeyId && { apiKeyId }) }
  return position === undefined ? session : { ...session, position: BigInt(position ?? 0) }
}

interface SessionRow extends Viewer, Omit<Session, 'viewer' | 'position'> {
  /** Null if the company has no audit entry. */
  readonly position?: string | null
}

const COLUMNS = `s.id as "sessionId", s.audience, s.user_id as "userId", s.company_id as "companyId", m.role, s.api_key_id as "apiKeyId"`

/**
 * The company's last write: the transaction of its last audit entry, because every write adds one. Without the offset, it is
 * the id that the transaction has on this server, or a lower one if the entry was written on another server. The first
 * subquery reads only the end of an index.
 */
const POSITION = `((select e.transaction_id from audit_entry e where e.company_id = (select company_id from opened)
  order by e.transaction_id desc limit 1)
  - coalesce((select value from audit_offset where company_id = (select company_id from opened)), 0))::text as position`

/**
 * Looks up one row of each table by its key, one after the other: in a join, PostgreSQL chooses the order of the tables and
 * may read many sessions, above all while these tables have no statistics.
 */
const FIND_SESSION = `
with token as materialized (
  select company_id, session_id from access_token where hash = $1 and expires_at > now()
), opened as materialized (
  select id, audience, user_id, company_id, api_key_id from session
  where company_id = (select company_id from token) and id = (select session_id from token)
    and revoked_at is null and audience = any ($2::audience[])
), member as materialized (
  select role from membership
  where company_id = (select company_id from opened) and user_id = (select user_id from opened)
)`

const SESSION = `
from opened s, member m
where exists (
    select 1 from app_user
    where company_id = (select company_id from opened) and id = (select user_id from opened) and active and deleted_at is null)
  and exists (select 1 from company where id = (select company_id from opened) and deleted_at is null)
  and ($3::bytea is null or exists (
    select 1 from api_key where hash = $3 and company_id = (select company_id from opened) and revoked_at is null
      and (expires_at is null or expires_at > now())
  ))`

const AUTHENTICATE = { name: 'authenticate', text: `${FIND_SESSION} select ${COLUMNS} ${SESSION}` }

const AUTHENTICATE_AND_FIND_POSITION = {
  name: 'authenticate-and-find-position',
  text: `${FIND_SESSION} select ${COLUMNS}, ${POSITION} ${SESSION}`,
}

/**
 * SQL condition: the credentials are still valid for `session`, and the user still has the role of `session.viewer`. So
 * one statement can check the credentials and read the data. Looks up each table by key: a join takes twice as long.
 */
export function sessionIsValidSql(
  statement: Statement,
  { tokenHash, audiences, apiKeyHash }: Credentials,
  { sessionId, viewer }: Session,
): string {
  const { company } = statement
  const session = statement.parameter(sessionId, 'uuid')
  const user = statement.parameter(viewer.userId, 'int')
  const conditions = [
    `access_token where hash = ${statement.parameter(hexOf(tokenHash), 'bytea')} and company_id = ${company} and session_id = ${session}
      and expires_at > now()`,
    `session where id = ${session} and company_id = ${company} and user_id = ${user} and revoked_at is null
      and audience = any (${statement.parameter(audiences, 'audience[]')})`,
    `app_user where company_id = ${company} and id = ${user} and active and deleted_at is null`,
    `membership where company_id = ${company} and user_id = ${user} and role = ${statement.parameter(viewer.role, 'role')}`,
    `company where id = ${company} and deleted_at is null`,
  ]
  if (apiKeyHash) {
    const hash = statement.parameter(hexOf(apiKeyHash), 'bytea')
    conditions.push(
      `api_key where hash = ${hash} and company_id = ${company} and revoked_at is null and (expires_at is null or expires_at > now())`,
    )
  }
  return conditions.map((condition) => `exists (select 1 from ${condition})`).join(' and ')
}

const hexOf = (hash: Buffer) => `\\x${hash.toString('hex')}`
