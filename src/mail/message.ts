import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mailer.js'

/** A mail as nodemailer sends it. `from`: the sender of the service, an address with or without a name. */
export function messageOf(from: string, mail: Mail): SendMailOptions {
  const { to, id, subject, text, html, senderName, replyTo, unsubscribeUrl, images = [] } = mail
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from
  return {
    ...{ to, subject, text, from: senderName ? { name: senderName, address } : from },
    ...(id !== undefined && { messageId: `<${id}@${address.split('@').at(-1) ?? ''}>` }),
    ...(html !== undefined && { html }),
    ...(replyTo !== undefined && { replyTo }),
    headers: {
      // No program answers it, such as one that says that the recipient is on holiday (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: images.map(({ id, content, contentType }) => ({
      ...{ cid: id, content, contentType, filename: `${id}.${contentType.split('/')[1] ?? ''}` },
      contentDisposition: 'inline',
    })),
  }
}
