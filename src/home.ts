import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.js'
import { refuseOtherMethods } from './http/method-not-allowed.js'
import { formatErrors } from './http/mount.js'
import { IS_COMPRESSED, StaticText } from './http/static-text.js'
import { NAME, PAGE_POLICY, renderPage, wantsPage } from './pages/page.js'

interface Link {
  /** The property of the JSON. */
  readonly name: string
  readonly path: string
  readonly title: string
}

const DOCUMENTATION: readonly Link[] = [
  { name: 'setA', path: '/api/docs', title: 'The REST API under /api' },
  { name: 'setB', path: '/v1/docs', title: 'The REST API under /v1' },
]

/**
 * Serves `/`: for browsers a page with links to the APIs and their documentation, for other clients the same links as
 * JSON.
 */
export const home =
  ({ pages, playground, docs }: Pick<Config, 'pages' | 'playground' | 'docs'>) =>
  async (app: FastifyInstance): Promise<void> => {
    const links: readonly Link[] = [
      {
        name: 'graphql',
        path: '/graphql',
        title: playground ? 'GraphQL, with a playground' : 'GraphQL, for POST requests',
      },
      ...(pages ? DOCUMENTATION : []),
      ...(docs === 'off' ? [] : [{ name: 'docs', path: '/docs', title: 'Documentation' }]),
    ]
    const json = new StaticText('application/json; charset=utf-8', () =>
      JSON.stringify({
        name: NAME,
        ...Object.fromEntries(links.map(({ name, path }) => [name, path])),
      }),
    )
    const page = new StaticText('text/html; charset=utf-8', () => renderPage(pageOf(links)))
    formatErrors(app, ({ message }) => ({ message }))
    app.get('/', IS_COMPRESSED, (request, reply) => {
      reply.header('vary', 'accept').header('cache-control', 'no-cache')
      if (!pages || !wantsPage(request)) return json.send(request, reply)
      reply.header('content-security-policy', PAGE_POLICY)
      return page.send(request, reply)
    })
    refuseOtherMethods(app, '/', ['GET', 'HEAD'])
  }

const pageOf = (links: readonly Link[]) => ({
  title: NAME,
  body: `<h1>${NAME}</h1>
<ul>
${links.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join('\n')}
</ul>`,
})
