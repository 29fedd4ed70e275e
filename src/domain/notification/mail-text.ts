import { escapeHtml } from '../mail/escape-html.js'
import { wrapLines } from '../mail/wrap-lines.js'
import type { MailItem } from './notice-content.js'

/** What a mail contains. All texts come from people of the company: they have no links (`nameInMail`). */
export interface MailBody {
  readonly appName: string
  readonly greeting: string
  readonly items: readonly MailItem[]
  /** The application of the company; null if it has none. */
  readonly frontendUrl: string | null
  /** The page on which the user turns these mails off; undefined if the service does not know its own address. */
  readonly unsubscribeUrl: string | undefined
  /** The `Content-ID` of the logo; undefined without one. */
  readonly logo: string | undefined
}

const REASON = 'You choose in your profile which mails you get.'

export function textOf({
  appName,
  greeting,
  items,
  frontendUrl,
  unsubscribeUrl,
}: MailBody): string {
  const blocks = [
    `${greeting},`,
    ...items.map(textOfItem),
    ...(frontendUrl === null ? [] : [`${appName}:\n${frontendUrl}`]),
    REASON,
    ...(unsubscribeUrl === undefined ? [] : [`To stop these mails:\n${unsubscribeUrl}`]),
  ]
  return `${blocks.join('\n\n')}\n`
}

const textOfItem = ({ title, lines }: MailItem) =>
  [wrapLines(title), ...lines.map((line) => wrapLines(`- ${line}`, '  '))].join('\n')

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const MUTED = 'color:#5b6b6c;font-size:13px;line-height:1.5'

/** Tables and inline styles, because mail programs ignore much of CSS. No image is loaded from a server. */
export function htmlOf(body: MailBody): string {
  const { appName, greeting, items, frontendUrl, unsubscribeUrl, logo } = body
  const name = escapeHtml(appName)
  const head = logo
    ? `<img src="cid:${logo}" alt="${name}" height="40" style="display:block;height:40px;max-width:240px;border:0">`
    : `<div style="font-size:18px;font-weight:600">${name}</div>`
  const button =
    frontendUrl === null
      ? ''
      : `<tr><td style="padding:8px 24px 24px"><a href="${escapeHtml(frontendUrl)}" style="display:inline-block;background:#0b6e75;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 18px;border-radius:6px">Open ${name}</a></td></tr>`
  const stop =
    unsubscribeUrl === undefined
      ? ''
      : ` <a href="${escapeHtml(unsubscribeUrl)}" style="color:#5b6b6c">Stop these mails</a>.`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
</head>
<body style="margin:0;padding:0;background:#eef2f2">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#eef2f2">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border-radius:8px;${FONT};font-size:16px;line-height:1.5;color:#1d2b2c;text-align:left">
<tr><td style="padding:24px 24px 16px;border-bottom:1px solid #d9e2e2">${head}</td></tr>
<tr><td style="padding:20px 24px 4px">${escapeHtml(greeting)},</td></tr>
${items.map(htmlOfItem).join('\n')}
${button}
<tr><td style="padding:16px 24px 24px;border-top:1px solid #d9e2e2;${MUTED}">${REASON}${stop}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const htmlOfItem = ({ title, lines }: MailItem) =>
  `<tr><td style="padding:12px 24px"><div style="border-left:4px solid #0b6e75;padding-left:12px"><div style="font-weight:600">${escapeHtml(title)}</div>${lines
    .map((line) => `<div style="color:#3d4d4e;margin-top:6px">${escapeHtml(line)}</div>`)
    .join('')}</div></td></tr>`
