import type { PluginFunction } from 'nodemailer'

/**
 * A plugin of nodemailer that writes the text of a mail as it is, so that a link or a token can be copied from the
 * source of the mail. By default nodemailer encodes a text as quoted-printable if a line is longer than 76 characters,
 * as a link may be: it breaks the line, and replaces `=`. Only a text with other characters than those of ASCII is still
 * encoded, unless `eightBit` is true: SMTP servers need not accept such a text, but files can contain it.
 */
export const keepText =
  ({ eightBit }: { readonly eightBit: boolean }): PluginFunction =>
  ({ data: { text }, message }, done) => {
    const isAscii = typeof text === 'string' && /^[\0-\x7f]*$/.test(text)
    if (isAscii || eightBit) message.getTransferEncoding = () => (isAscii ? '7bit' : '8bit')
    done()
  }
