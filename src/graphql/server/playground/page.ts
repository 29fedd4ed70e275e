import { createHash } from 'node:crypto'
import { addressOf } from './assets.js'
import { contentsFor } from './contents.js'
import type { DemoSession } from './demo-session.js'
import { ICON } from './icon.js'
import { START } from './start.js'

const TITLE = 'Field Inspection Service'

/** The HTML of the playground. It loads nothing from other servers. */
export const renderPage = (demo: DemoSession | undefined): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${TITLE} – GraphQL playground</title>
    <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
    <link rel="stylesheet" href="${addressOf('graphiql.css')}" />
    <style>${STYLE}</style>
  </head>
  <body>
    <noscript>The playground needs JavaScript.</noscript>
    <div id="root"></div>
    <script id="options" type="application/json">${inert(optionsFor(demo))}</script>
    <script src="${addressOf('graphiql.js')}"></script>
    <script>${START}</script>
  </body>
</html>
`

const STYLE = `
      body { margin: 0 }
      #root { height: 100dvh }
      .graphiql-logo svg { width: 28px }
    `

const optionsFor = (demo: DemoSession | undefined) => ({
  title: TITLE,
  logo: ICON,
  // Headers contain tokens.
  shouldPersistHeaders: false,
  defaultEditorToolsVisibility: 'headers',
  ...contentsFor(demo),
})

/** JSON for a script element: without `<`, it cannot close the element. */
const inert = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Allows requests to this server only. `unsafe-inline`: the editor creates style elements. */
export const contentSecurityPolicy = [
  `default-src 'none'`,
  `script-src 'self' ${hashOf(START)}`,
  `style-src 'self' 'unsafe-inline'`,
  `worker-src 'self'`,
  `connect-src 'self'`,
  `img-src 'self' data:`,
  `font-src 'self' data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')
