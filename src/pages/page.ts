import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { escapeHtml } from '../domain/mail/escape-html.js'

export const NAME = 'Field Inspection Service'

/** HTML of a page without scripts. `title` is text, `body` is HTML. */
interface Page {
  readonly title: string
  readonly body: string
}

const STYLE = `
html { color-scheme: light dark }
body { font: 16px/1.6 system-ui, sans-serif; color: light-dark(#1d2b2c, #dde7e7); background: light-dark(#fff, #131a1b); margin: 3rem auto; max-width: 46rem; padding: 0 1rem }
a { color: light-dark(#0b6e75, #6cc9cf) }
dt { font-weight: 600; margin-top: .8rem }
dd { margin: 0 }
input, button { font: inherit; padding: .35rem .6rem; max-width: 100% }
[role=alert] { border-left: 4px solid light-dark(#b3261e, #f2b8b5); padding-left: .8rem }
pre { background: light-dark(#eef4f4, #1e292a); border-radius: 6px; overflow-x: auto; padding: .8rem 1rem }
code { font: 14px/1.5 ui-monospace, monospace }
img { max-width: 100% }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border: 1px solid light-dark(#c9d6d6, #3a4a4b); padding: .3rem .6rem; text-align: left; vertical-align: top }`

const hash = createHash('sha256').update(STYLE).digest('base64')
/** The `Content-Security-Policy` of a page. It contains no script, and loads from and sends to this server only. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** Sends a page that is not the same in every response. */
export const sendPage = (reply: FastifyReply, page: Page) =>
  reply
    .header('content-security-policy', PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(renderPage(page))

/** The HTML of a page, with the style of the service. */
export const renderPage = ({ title, body }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`

/** The types that the service may send at the address of a page. Of two types that the client likes equally, the first. */
const TYPES = ['application/json', 'application/graphql-response+json', 'text/html']

/** Whether the client prefers HTML to JSON, as a browser does that opens an address. */
export const wantsPage = ({ headers: { accept } }: FastifyRequest): boolean =>
  accept !== undefined && new Negotiator({ headers: { accept } }).mediaType(TYPES) === 'text/html'
