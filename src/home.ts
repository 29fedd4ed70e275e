import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.js'
import { refuseOtherMethods } from './http/method-not-allowed.js'
import { formatErrors } from './http/mount.js'

const NAME = 'Field Inspection Service'

/** The README of a checkout. An installation may lack this file. */
const README = new URL('../README.md', import.meta.url)

interface Link {
  /** The property of the JSON. */
  readonly name: string
  readonly path: string
  readonly title: string
}

/**
 * Serves `/`: for browsers a page with links to the APIs and their documentation, for other clients the same links as
 * JSON.
 */
export const home =
  ({ playground }: Pick<Config, 'playground'>) =>
  async (app: FastifyInstance): Promise<void> => {
    const hasReadme = existsSync(README)
    const links: readonly Link[] = [
      {
        name: 'graphql',
        path: '/graphql',
        title: playground ? 'GraphQL, with a playground' : 'GraphQL, for POST requests',
      },
      { name: 'setA', path: '/api/docs', title: 'The REST API under /api' },
      { name: 'setB', path: '/v1/docs', title: 'The REST API under /v1' },
      ...(hasReadme ? [{ name: 'readme', path: '/README.md', title: 'README' }] : []),
    ]
    const json = { name: NAME, ...Object.fromEntries(links.map(({ name, path }) => [name, path])) }
    const page = pageOf(links)
    formatErrors(app, ({ message }) => ({ message }))
    app.get('/', (request, reply) => {
      reply.header('vary', 'accept').header('cache-control', 'no-cache')
      if (!wantsPage(request)) return reply.send(json)
      return reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(page)
    })
    refuseOtherMethods(app, '/', ['GET', 'HEAD'])
    if (!hasReadme) return
    app.get('/README.md', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(await readFile(README)),
    )
  }

const wantsPage = ({ headers: { accept = '' } }: FastifyRequest) => accept.includes('text/html')

const STYLE = `body { font: 16px/1.6 system-ui, sans-serif; margin: 4rem auto; max-width: 32rem; padding: 0 1rem }`

const hash = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`

const pageOf = (links: readonly Link[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${NAME}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${NAME}</h1>
<ul>
${links.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join('\n')}
</ul>
</body>
</html>
`
