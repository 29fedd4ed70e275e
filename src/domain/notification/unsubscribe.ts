import { validate as isUuid } from 'uuid'
import type { Database } from '../../db/connect.js'
import { createDomain } from '../domain.js'
import { findRecipient, type Recipient } from './recipient.js'
import { readUnsubscribing, type Unsubscribing } from './unsubscribe-link.js'
import { MAIL_KINDS, type MailKind, wantedKinds } from './mail-kinds.js'
import { updateNotificationPreferences } from './update-preferences.js'

/** The parts of a link to unsubscribe. */
export interface UnsubscribeLink {
  readonly companyId: number
  readonly uuid: string
  readonly kinds: string
  readonly signature: string
}

export interface Unsubscription {
  readonly user: Recipient
  readonly what: Unsubscribing
}

/** Finds the user of a link. Undefined if the signature is wrong, or the user is inactive or removed. */
export async function findUnsubscription(
  db: Database,
  { companyId, uuid, kinds, signature }: UnsubscribeLink,
): Promise<Unsubscription | undefined> {
  const { rows } = await db.read<{ id: number }>({
    name: 'find-user-of-link',
    text: 'select id from app_user where company_id = $1::int and uuid = $2::uuid',
    values: [companyId, isUuid(uuid) ? uuid : null],
  })
  const user = rows[0] && (await findRecipient(db, companyId, rows[0].id))
  const what = user && readUnsubscribing(user, kinds, signature)
  return what && { user, what }
}

/** Turns the mails of the link off, as the user would. Idempotent. */
export async function unsubscribe(
  db: Database,
  { user: { companyId, userId, role }, what }: Unsubscription,
): Promise<void> {
  const actor = { user: userId, operation: 'updateNotificationPreferences' }
  const domain = createDomain(db.forCaller({ actor }), { companyId, userId, role })
  if (what === 'DIGEST') {
    await updateNotificationPreferences(domain, { digestDays: null })
    return
  }
  const wanted = await findWanted(db, companyId, userId)
  const mails = MAIL_KINDS.filter((kind) => wanted.includes(kind) && !what.includes(kind))
  if (mails.length < wanted.length) await updateNotificationPreferences(domain, { mails })
}

async function findWanted(db: Database, companyId: number, userId: number) {
  const { rows } = await db.read<{ kinds: readonly MailKind[] }>({
    name: 'find-wanted-mails',
    text: `select ${wantedKinds('u.mail_kinds', 'm.role')} as kinds
      from app_user u join membership m on m.company_id = $1 and m.user_id = u.id
      where u.company_id = $1::int and u.id = $2::int`,
    values: [companyId, userId],
  })
  return rows[0]?.kinds ?? []
}
