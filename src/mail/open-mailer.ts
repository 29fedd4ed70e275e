import { createFolderMailer } from './folder-mailer.js'
import type { Mailer } from './mailer.js'
import { createSmtpMailer } from './smtp-mailer.js'

/** How the service sends mail: through an SMTP server, or into a folder. `from` is the sender. */
export type MailConfig =
  | { readonly url: string; readonly from: string }
  | { readonly folder: string; readonly from: string }

export const openMailer = (config: MailConfig): Mailer =>
  'url' in config ? createSmtpMailer(config) : createFolderMailer(config)
