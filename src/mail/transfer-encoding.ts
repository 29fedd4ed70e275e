import type { PluginFunction } from 'nodemailer'

/**
 * A plugin of nodemailer that writes the text of a mail as it is, so that a link or a token can be copied from the
 * source of the mail. By default nodemailer encodes a text as quoted-printable if a line is longer than 76 characters,
 * as a link may be, or if a name is not ASCII: it breaks the line, and replaces `=`. The few SMTP servers that do not offer
 * 8BITMIME get UTF-8, too: at worst they damage a name, never a link, which is ASCII.
 */
export const keepText: PluginFunction = ({ data: { text }, message }, done) => {
  const isAscii = typeof text === 'string' && /^[\0-\x7f]*$/.test(text)
  message.getTransferEncoding = () => (isAscii ? '7bit' : '8bit')
  done()
}
