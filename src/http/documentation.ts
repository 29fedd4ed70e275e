import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { refuseOtherMethods } from './method-not-allowed.js'
import { IS_COMPRESSED, StaticText } from './static-text.js'

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

/** Swagger UI needs inline styles, and data URLs for its icons. Everything else comes from this host. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

/** Of the links above Swagger UI, which has no style for them. */
const STYLE = `
body { margin: 0 }
nav { display: flex; gap: 1rem; padding: .8rem 1.2rem; font: 16px/1.5 system-ui, sans-serif }
nav a { color: #0b6e75 }
.dark-mode nav a { color: #6cc9cf }
`

/** Swagger UI has a dark style for a page with this class; it does not follow the browser's setting itself. */
const FOLLOW_COLOR_SCHEME = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
`

const DAY_SECONDS = 86_400

/**
 * Serves an OpenAPI document at `<base>/openapi.json`, which the first request creates, and Swagger UI at
 * `<base>/docs`. Both are public.
 */
export function serveDocumentation(
  app: FastifyInstance,
  base: string,
  { title, createDocument }: { title: string; createDocument: () => object },
): void {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Service">
<a href="/">Start</a>
<a href="/graphql">GraphQL</a>
<a href="/api/docs">Set A</a>
<a href="/v1/docs">Set B</a>
</nav>
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/show.js"></script>
</body>
</html>
`
  const script = `${FOLLOW_COLOR_SCHEME}SwaggerUIBundle({ url: ${JSON.stringify(`${base}/openapi.json`)}, dom_id: '#page' })\n`

  const serve = (path: string, type: string, read: () => string | Promise<Buffer>) => {
    const url = `${base}/${path}`
    const text = new StaticText(type, read)
    app.get(url, IS_COMPRESSED, (request, reply) => {
      reply.header('content-security-policy', POLICY)
      reply.header(
        'cache-control',
        path.startsWith('docs/swagger') ? `max-age=${DAY_SECONDS}` : 'no-cache',
      )
      return text.send(request, reply)
    })
    refuseOtherMethods(app, url, ['GET', 'HEAD'])
  }
  serve('openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(createDocument()))
  serve('docs', 'text/html; charset=utf-8', () => page)
  serve('docs/show.js', 'text/javascript; charset=utf-8', () => script)
  for (const [name, type] of Object.entries(files)) {
    serve(`docs/${name}`, type, () => readFile(join(assets, name)))
  }
}
