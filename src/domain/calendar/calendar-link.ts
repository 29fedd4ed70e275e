import { hashSecret, newSecret } from '../credential/secret.js'

/** A link to a calendar, as its user sees it. The secret in the link cannot be read again. */
export interface CalendarLink {
  readonly uuid: string
  /** The UUID of the site whose jobs the calendar has; null: those of the user. */
  readonly siteId: string | null
  readonly siteName: string | null
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

/** The columns of a `CalendarLink` in a statement that reads or updates `calendar_link` as `l`. */
export const LINK_COLUMNS = `
l.uuid, l.created_at as "createdAt", l.revoked_at as "revokedAt",
(select s.uuid from site s where s.company_id = $1::int and s.id = l.site_id) as "siteId",
(select s.name from site s where s.company_id = $1::int and s.id = l.site_id) as "siteName"`

/** What a request for a calendar brings: the company, which is in the link, and the hash of the secret. */
export interface CalendarCredential {
  readonly companyId: number
  readonly hash: Buffer
}

/** The path of a calendar. It names the company, so that one statement on the tables of one company finds the link. */
export function newCalendarSecret(companyId: number): { path: string; hash: Buffer } {
  const secret = newSecret('calendar')
  return { path: `/calendar/${companyId}-${secret}.ics`, hash: hashSecret(secret) }
}

const FILE_NAME = /^(\d{1,9})-(.+)\.ics$/

/**
 * Reads the last part of the path. A malformed one gets a company and a hash that no link has, so that it costs the same statement as
 * an unknown one.
 */
export function calendarCredential(file: string): CalendarCredential {
  const [, companyId = '0', secret = ''] = FILE_NAME.exec(file) ?? []
  return { companyId: Number(companyId), hash: hashSecret(secret) }
}
