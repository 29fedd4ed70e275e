import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.js'
import { hasDashboard, serveDashboard } from './dashboard.js'
import { refuseOtherMethods } from './http/method-not-allowed.js'
import { formatErrors } from './http/mount.js'
import { IS_COMPRESSED, StaticText } from './http/static-text.js'
import { serveManual } from './pages/manual.js'
import { NAME, PAGE_POLICY, renderPage, wantsPage } from './pages/page.js'

/** The folder of a checkout or an image, with the documentation. An installation may lack it. */
const ROOT = new URL('../', import.meta.url)

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
  ({ pages, playground, dashboard }: Pick<Config, 'pages' | 'playground' | 'dashboard'>) =>
  async (app: FastifyInstance): Promise<void> => {
    const hasReadme = pages && existsSync(new URL('README.md', ROOT))
    const isDashboardServed = dashboard && hasDashboard()
    const links: readonly Link[] = [
      {
        name: 'graphql',
        path: '/graphql',
        title: playground ? 'GraphQL, with a playground' : 'GraphQL, for POST requests',
      },
      ...(isDashboardServed
        ? [{ name: 'dashboard', path: '/dashboard', title: 'The dashboard' }]
        : []),
      ...(pages ? DOCUMENTATION : []),
      ...(hasReadme ? [{ name: 'readme', path: '/README.md', title: 'README' }] : []),
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
    if (isDashboardServed) serveDashboard(app)
    if (hasReadme) serveManual(app, ROOT)
  }

const pageOf = (links: readonly Link[]) => ({
  title: NAME,
  body: `<h1>${NAME}</h1>
<ul>
${links.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join('\n')}
</ul>`,
})
