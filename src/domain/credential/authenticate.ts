import type { Database } from '../../db/connect.js'
import { commonScopes } from '../access/scope.js'
import type { Viewer } from '../access/viewer.js'
import { KEY_IS_VALID, USED_KEY, type UsedKey } from '../api-key/used-key.js'
import { isStillValid } from './session-is-valid.js'
import type { Credentials, Session } from './session.js'

/**
 * Finds the session of an access token, or the user that an API key acts for. Undefined if the token or a key is unknown,
 * expired, revoked or for another audience, or the user is inactive or removed. Each call asks the database, so a revocation
 * takes effect with the next request. With `known`, the result of an earlier call, it asks only whether that is still true. A
 * distributed database then asks one server instead of all, because the company is known, and also if the token names the company.
 */
export async function authenticate(
  db: Pick<Database, 'forCaller' | 'hasReplicas'>,
  credentials: Credentials,
  known?: Session,
): Promise<Session | undefined> {
  if (known && !db.hasReplicas && (await isStillValid(db, credentials, known))) return known
  const { tokenHash: hash, isKeyAlone = false, companyId } = credentials
  const lookup = isKeyAlone ? 'company_of_api_key' : 'company_of_access_token'
  const { rows } = await db
    .forCaller({ credential: { lookup, hash, companyId } })
    .read<SessionRow>(authenticationOf(credentials, db.hasReplicas))
  return rows[0] && sessionOf(rows[0])
}

function authenticationOf(
  { tokenHash, isKeyAlone = false, audiences, apiKeyHash, companyId }: Credentials,
  withPosition: boolean,
) {
  const values = isKeyAlone ? [tokenHash] : [tokenHash, audiences, apiKeyHash ?? null]
  const isNamed = companyId !== undefined
  const statement = statementOf(isKeyAlone, isNamed, withPosition)
  return { ...statement, values: isNamed ? [...values, companyId] : values }
}

interface SessionRow extends Viewer, Pick<Session, 'sessionId' | 'audience'> {
  /** The key in the headers, then the one with which the session was opened; null if there is none. */
  readonly keys: readonly (UsedKey | null)[]
  /** Null if the company has no audit entry. */
  readonly position?: string | null
}

function sessionOf(row: SessionRow): Session {
  const { sessionId, audience, userId, companyId, role, position } = row
  const given = row.keys.filter((key) => key !== null)
  const keys = given.filter(({ id }, index) => given.findIndex((key) => key.id === id) === index)
  const scopes = commonScopes(keys.map((key) => key.scopes))
  const viewer = { userId, companyId, role, ...(scopes && { scopes }) }
  const session = { sessionId, audience, viewer, ...(keys.length > 0 && { keys }) }
  return position === undefined ? session : { ...session, position: BigInt(position ?? 0) }
}

/**
 * The company's last write: the transaction of its last audit entry, because every write adds one. Without the offset, it is
 * the id that the transaction has on this server, or a lower one if the entry was written on another server. The first
 * subquery reads only the end of an index.
 */
const positionOf = (
  company: string,
) => `((select e.transaction_id from audit_entry e where e.company_id = ${company}
  order by e.transaction_id desc limit 1)
  - coalesce((select value from audit_offset where company_id = ${company}), 0))::text as position`

/**
 * Looks up one row of each table by its key, one after the other: in a join, PostgreSQL chooses the order of the tables and
 * may read many sessions, above all while these tables have no statistics. `named` is the company that the token names.
 */
const findSession = (company: string, named?: string) => `
with token as materialized (
  select company_id, session_id from access_token where hash = $1 and expires_at > now()${named ? ` and company_id = ${named}` : ''}
), opened as materialized (
  select id, audience, user_id, company_id, api_key_id from session
  where company_id = ${named ?? '(select company_id from token)'} and id = (select session_id from token)
    and revoked_at is null and audience = any ($2::audience[])
), opener as materialized (
  select ${USED_KEY} as value from api_key
  where company_id = ${company} and id = (select api_key_id from opened) and ${KEY_IS_VALID}
), given as materialized (
  select ${USED_KEY} as value from api_key
  where hash = $3 and company_id = ${company} and ${KEY_IS_VALID}
)`

const COLUMNS = `
select s.id as "sessionId", s.audience, s.user_id as "userId", s.company_id as "companyId", m.role,
  json_build_array((select value from given), (select value from opener)) as keys`

/** An API key that is used alone has the columns of a session. */
const findKey = (named?: string) => `
with used as materialized (
  select ${USED_KEY} as value, acts_as_id, company_id from api_key
  where hash = $1 and ${KEY_IS_VALID} and acts_as_id is not null${named ? ` and company_id = ${named}` : ''}
), opened as materialized (
  select company_id, acts_as_id as user_id from used
)`
const KEY_COLUMNS = `
select s.user_id as "userId", s.company_id as "companyId", m.role, json_build_array((select value from used)) as keys`

const fromSession = (company: string) => `
from opened s, (
  select role from membership
  where company_id = ${company} and user_id = (select user_id from opened)
) m
where exists (
    select 1 from app_user
    where company_id = ${company} and id = (select user_id from opened) and active and deleted_at is null)
  and exists (select 1 from company where id = ${company} and deleted_at is null)`

const KEYS_ARE_VALID = `
  and (s.api_key_id is null or exists (select 1 from opener)) and ($3::bytea is null or exists (select 1 from given))`

const texts = new Map<string, string>()

function statementOf(isKeyAlone: boolean, isNamed: boolean, withPosition: boolean) {
  const name = `authenticate${isKeyAlone ? '-key' : ''}${isNamed ? '-in-company' : ''}${withPosition ? '-and-find-position' : ''}`
  let text = texts.get(name)
  if (text === undefined) {
    const named = isNamed ? (isKeyAlone ? '$2::int' : '$4::int') : undefined
    const company = named ?? '(select company_id from opened)'
    const find = isKeyAlone ? findKey(named) + KEY_COLUMNS : findSession(company, named) + COLUMNS
    const position = withPosition ? `, ${positionOf(company)}` : ''
    text = `${find}${position}${fromSession(company)}${isKeyAlone ? '' : KEYS_ARE_VALID}`
    texts.set(name, text)
  }
  return { name, text }
}
