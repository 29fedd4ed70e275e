import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Documentation, pageOf, scriptOf } from './documentation-page.js'
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

const DAY_SECONDS = 86_400

/**
 * Serves an OpenAPI document at `<base>/openapi.json`, which the first request creates, and Swagger UI at
 * `<base>/docs`. Both are public.
 */
export function serveDocumentation(
  app: FastifyInstance,
  base: string,
  { createDocument, ...documentation }: Documentation & { createDocument: () => object },
): void {
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
  serve('docs', 'text/html; charset=utf-8', () => pageOf(documentation))
  serve('docs/show.js', 'text/javascript; charset=utf-8', () =>
    scriptOf(documentation, `${base}/openapi.json`),
  )
  for (const [name, type] of Object.entries(files)) {
    serve(`docs/${name}`, type, () => readFile(join(assets, name)))
  }
}
