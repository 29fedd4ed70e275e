import { join } from 'node:path'
import type { MailConfig } from '../mail/open-mailer.js'

interface Variables {
  readonly SMTP_URL?: string | undefined
  readonly MAIL_DIR?: string | undefined
  readonly MAIL_FROM: string
  readonly DATA_DIR: string
  readonly NODE_ENV: string
}

/**
 * The mail transport; undefined if the service sends no mail. An SMTP server takes precedence. Outside of production,
 * the default is a folder in `DATA_DIR`.
 */
export function mailConfigOf(read: Variables): MailConfig | undefined {
  const { SMTP_URL: url, MAIL_FROM: from } = read
  if (url !== undefined) return { url, from }
  const byDefault = read.NODE_ENV === 'production' ? undefined : join(read.DATA_DIR, 'mail')
  const folder = read.MAIL_DIR ?? byDefault
  return folder === undefined ? undefined : { folder, from }
}
