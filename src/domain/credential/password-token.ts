import type { Sql } from '../../db/dispatch/dispatch.js'
import type { Prisma } from '../../db/generated/prisma/client.js'
import type { QueuedMail } from '../mail/queue-mail.js'
import { hashSecret, newSecret } from './secret.js'

/** A new token with which a user can set a password once, within an hour. */
export interface IssuedToken {
  readonly token: string
  readonly firstName: string
  /** The name of the user's company. */
  readonly company: string
}

/** The maximum number of valid tokens of a user. It limits the mails that others can make the service send to a user. */
const MAX_TOKENS = 5

/**
 * Issues a token to each active user with an email address: of one company, or of all if `companyId` is null. A user who
 * has five valid tokens gets none. Deletes expired tokens.
 */
export async function issuePasswordTokens(
  db: Pick<Sql, 'query'>,
  { email, companyId }: Pick<QueuedMail, 'email' | 'companyId'>,
): Promise<IssuedToken[]> {
  const { rows } = await db.query<Omit<IssuedToken, 'token'> & { companyId: number; id: number }>({
    name: 'find-password-token-users',
    text: FIND_USERS,
    values: [email, companyId, MAX_TOKENS],
  })
  const tokens = rows.map(() => newSecret('password'))
  await db.query({
    name: 'insert-password-tokens',
    text: INSERT_TOKENS,
    values: [tokens.map(hashSecret), rows.map((row) => row.companyId), rows.map(({ id }) => id)],
  })
  return rows.map(({ firstName, company }, index) => ({
    token: tokens[index] ?? '',
    firstName,
    company,
  }))
}

const FIND_USERS = `
select u.id, u.company_id as "companyId", u.first_name as "firstName", c.name as company
from app_user u
join company c on c.id = u.company_id
where u.email = $1 and ($2::int is null or u.company_id = $2)
  and u.active and u.deleted_at is null and c.deleted_at is null
  and $3 > (
    select count(*) from password_token t
    where t.company_id = u.company_id and t.user_id = u.id and t.expires_at > now())
order by u.id`

const INSERT_TOKENS = `
with expired as (
  delete from password_token where expires_at < now()
)
insert into password_token (hash, company_id, user_id, expires_at)
select hash, company_id, user_id, now() + interval '1 hour'
from unnest($1::bytea[], $2::int[], $3::int[]) as issued (hash, company_id, user_id)`

/** Deletes tokens that were not delivered. They would count towards the limit. */
export async function withdrawPasswordTokens(
  db: Pick<Sql, 'query'>,
  issued: readonly IssuedToken[],
): Promise<void> {
  await db.query({
    name: 'withdraw-password-tokens',
    text: 'delete from password_token where hash = any($1)',
    values: [issued.map(({ token }) => hashSecret(token))],
  })
}

/** The user of a valid token; undefined if it is unknown, used or expired, or if the user cannot sign in. */
export async function findPasswordToken(db: Pick<Sql, 'query'>, token: string) {
  const { rows } = await db.query<{ companyId: number; userId: number; email: string }>({
    name: 'find-password-token',
    text: FIND_TOKEN,
    values: [hashSecret(token)],
  })
  return rows[0]
}

const FIND_TOKEN = `
select t.company_id as "companyId", t.user_id as "userId", u.email
from password_token t
join app_user u on u.company_id = t.company_id and u.id = t.user_id
join company c on c.id = t.company_id
where t.hash = $1 and t.expires_at > now()
  and u.active and u.deleted_at is null and c.deleted_at is null`

/** Uses up a token. False if a concurrent request has used it first. Call it in a transaction. */
export async function redeemPasswordToken(prisma: Prisma.TransactionClient, token: string) {
  const hash = new Uint8Array(hashSecret(token))
  const { count } = await prisma.passwordToken.deleteMany({ where: { hash } })
  return count === 1
}

/** Makes all tokens of a user invalid, for example after a new password. */
export async function deletePasswordTokens(
  prisma: Prisma.TransactionClient,
  { companyId, userId }: { readonly companyId: number; readonly userId: number },
): Promise<void> {
  await prisma.passwordToken.deleteMany({ where: { companyId, userId } })
}
