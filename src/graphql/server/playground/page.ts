import { NAME } from '../../../pages/page.js'
import { addressOf } from './assets.js'
import type { DemoSession, DemoUser } from './demo-session.js'

/** The service's icon: a list with a tick, as SVG. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6e75"/><path d="M8 10.5h9M8 16h6M8 21.5h5" stroke="#bfe3e0" stroke-width="2.5" stroke-linecap="round"/><path d="m15.5 20.5 3.5 3.5 6.5-8.5" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** What the page gets from the service: `web/playground/src/options.ts` reads it. */
export interface PageOptions {
  readonly isDemo: boolean
  /** The demo's accounts with their passwords, which the documentation has too. */
  readonly accounts: readonly DemoUser[]
  readonly session?: DemoSession | undefined
}

/** The HTML of the playground. It loads nothing from other servers. */
export const renderPage = (options: PageOptions): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${NAME} – GraphQL playground</title>
    <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
    <link rel="stylesheet" href="${addressOf('main.css')}" />
    <script type="module" src="${addressOf('main.js')}"></script>
  </head>
  <body>
    <noscript>The playground needs JavaScript.</noscript>
    <div id="root"></div>
    <script id="options" type="application/json">${inert(options)}</script>
  </body>
</html>
`

/** JSON for a script element: without `<`, it cannot close the element. */
const inert = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Allows requests to this server only. `unsafe-inline`: the editor creates style elements. */
export const contentSecurityPolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `worker-src 'self'`,
  `connect-src 'self'`,
  `img-src 'self' data:`,
  `font-src 'self' data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')
