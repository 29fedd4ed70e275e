import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.js'
import { refuseOtherMethods } from './http/method-not-allowed.js'
import { formatErrors } from './http/mount.js'
import { NAME, sendPage, wantsPage } from './pages/page.js'

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
      return sendPage(reply, page)
    })
    refuseOtherMethods(app, '/', ['GET', 'HEAD'])
    if (!hasReadme) return
    app.get('/README.md', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(await readFile(README)),
    )
  }

const pageOf = (links: readonly Link[]) => ({
  title: NAME,
  body: `<h1>${NAME}</h1>
<ul>
${links.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join('\n')}
</ul>`,
})
