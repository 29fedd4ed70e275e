import type { Database } from '../../db/connect.js'
import type { Prisma } from '../../db/generated/prisma/client.js'
import type { MailKind } from '../../db/generated/prisma/enums.js'
import type { Operation } from '../access/policy.js'
import type { QueuedMail } from '../mail/queue-mail.js'
import { findCompaniesOfEmail } from './companies-of-email.js'
import { findCompanyOfSecret } from './company-of-secret.js'
import { hashSecret, newSecret } from './secret.js'

/** A new token with which a user can set a password once, within an hour. */
export interface IssuedToken {
  readonly token: string
  readonly companyId: number
  readonly firstName: string
  /** The name of the user's company. */
  readonly company: string
}

/** The user of a token. */
interface TokenHolder {
  readonly companyId: number
  readonly userId: number
  readonly email: string
}

/**
 * The maximum number of valid tokens of a user. It limits the mails that others can make the service send to a user.
 */
const MAX_TOKENS = 5

/**
 * Issues a token to each active user who has this email address, in one company, or in all if `companyId` is null. A
 * user who has five valid tokens gets none.
 */
export async function issuePasswordTokens(
  db: Pick<Database, 'read' | 'forCaller'>,
  { kind, email, companyId }: QueuedMail,
): Promise<IssuedToken[]> {
  const companies = companyId === null ? await findCompaniesOfEmail(db, email) : [companyId]
  const issued = await Promise.all(companies.map((id) => issueToken(db, kind, email, id)))
  return issued.flatMap((token) => token ?? [])
}

/** The mutation that queues a mail. The audit log names it as the operation that issues the token. */
const operations = {
  password_reset: 'requestPasswordReset',
  invitation: 'inviteUser',
} as const satisfies Record<MailKind, Operation>

/**
 * Issues a token to the company's user with this email address; undefined if there is none, or if the user has five
 * valid tokens.
 */
async function issueToken(
  db: Pick<Database, 'forCaller'>,
  kind: MailKind,
  email: string,
  companyId: number,
): Promise<IssuedToken | undefined> {
  const token = newSecret('password')
  const own = db.forCaller({ companyId, actor: { operation: operations[kind] } })
  const { rows } = await own.write<Omit<IssuedToken, 'token'>>({
    name: 'issue-password-token',
    text: ISSUE_TOKEN,
    values: [companyId, email, hashSecret(token), MAX_TOKENS],
  })
  return rows[0] && { ...rows[0], token }
}

const ISSUE_TOKEN = `
select $1::int as "companyId", first_name as "firstName", company_name as company
from issue_password_token($1::int, $2::text, $3::bytea, $4::int)`

/** Deletes tokens that were not delivered. They would count towards the limit. */
export async function withdrawPasswordTokens(
  db: Pick<Database, 'forCaller'>,
  issued: readonly IssuedToken[],
): Promise<void> {
  for (const { companyId, token } of issued) {
    await db.forCaller({ companyId }).write({
      name: 'withdraw-password-token',
      text: 'delete from password_token where company_id = $1 and hash = $2',
      values: [companyId, hashSecret(token)],
    })
  }
}

/** The user of a valid token; undefined if it is unknown, used or expired, or if the user cannot sign in. */
export async function findPasswordToken(db: Pick<Database, 'read' | 'forCaller'>, token: string) {
  const hash = hashSecret(token)
  const companyId = await findCompanyOfSecret(db, { lookup: 'company_of_password_token', hash })
  if (companyId === undefined) return undefined
  const { rows } = await db.forCaller({ companyId }).read<TokenHolder>({
    name: 'find-password-token',
    text: FIND_TOKEN,
    values: [companyId, hash],
  })
  return rows[0]
}

const FIND_TOKEN = `
select t.company_id as "companyId", t.user_id as "userId", u.email
from password_token t
join app_user u on u.company_id = t.company_id and u.id = t.user_id
join company c on c.id = t.company_id
where t.company_id = $1 and t.hash = $2 and t.expires_at > now()
  and u.active and u.deleted_at is null and c.deleted_at is null`

/** Uses up a token. False if a concurrent request has used it first. Call it in a transaction. */
export async function redeemPasswordToken(
  prisma: Prisma.TransactionClient,
  { companyId }: TokenHolder,
  token: string,
) {
  const hash = new Uint8Array(hashSecret(token))
  const { count } = await prisma.passwordToken.deleteMany({ where: { companyId, hash } })
  return count === 1
}

/** Makes all tokens of a user invalid, for example after a new password. */
export async function deletePasswordTokens(
  prisma: Prisma.TransactionClient,
  { companyId, userId }: { readonly companyId: number; readonly userId: number },
): Promise<void> {
  await prisma.passwordToken.deleteMany({ where: { companyId, userId } })
}
