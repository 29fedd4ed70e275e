import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.js'
import { hasDashboard, serveDashboard } from './dashboard.js'
import { refuseOtherMethods } from './http/method-not-allowed.js'
import { formatErrors } from './http/mount.js'
import { IS_COMPRESSED, StaticText } from './http/static-text.js'
import { escapeHtml } from './domain/mail/escape-html.js'
import { NAME, PAGE_POLICY, renderPage, wantsPage } from './pages/page.js'
import { version, versionText } from './version.js'

interface Link {
  /** The property of the JSON. */
  readonly name: string
  readonly path: string
  readonly title: string
  /** What the address has, for people. */
  readonly about: string
}

const REST_SETS: readonly Link[] = [
  {
    name: 'setA',
    path: '/api/docs',
    title: 'Set A',
    about: 'the REST API under /api, with names in snake_case: its operations, to try out',
  },
  {
    name: 'setB',
    path: '/v1/docs',
    title: 'Set B',
    about: 'the REST API under /v1, with names in camelCase: its operations, to try out',
  },
]

const SUMMARY =
  'A GraphQL API and two REST APIs for field inspections: companies keep their clients, sites, zones, assets and users, and the inspections and jobs done on them.'

/**
 * Serves `/`: for browsers a page that says what this service is, which version runs, and whether its data is the demo's, with
 * links to the APIs and the documentation; for other clients the name, the version and the same links as JSON.
 */
export const home =
  (
    {
      pages,
      playground,
      dashboard,
      docs,
    }: Pick<Config, 'pages' | 'playground' | 'dashboard' | 'docs'>,
    isDemo: boolean,
  ) =>
  async (app: FastifyInstance): Promise<void> => {
    const isDashboardServed = dashboard && hasDashboard()
    const links: readonly Link[] = [
      {
        name: 'graphql',
        path: '/graphql',
        title: 'GraphQL',
        about: playground ? 'the API, with a playground to write queries' : 'the API, for POST',
      },
      ...(isDashboardServed ? [DASHBOARD, INSPECTOR] : []),
      ...(docs === 'off' ? [] : [documentation(docs)]),
      ...(pages ? REST_SETS : []),
    ]
    const json = new StaticText('application/json; charset=utf-8', () =>
      JSON.stringify({
        name: NAME,
        version: version.version,
        demo: isDemo,
        ...Object.fromEntries(links.map(({ name, path }) => [name, path])),
      }),
    )
    const page = new StaticText('text/html; charset=utf-8', () => renderPage(pageOf(links, isDemo)))
    formatErrors(app, ({ message }) => ({ message }))
    app.get('/', IS_COMPRESSED, (request, reply) => {
      reply.header('vary', 'accept').header('cache-control', 'no-cache')
      if (!pages || !wantsPage(request)) return json.send(request, reply)
      reply.header('content-security-policy', PAGE_POLICY)
      return page.send(request, reply)
    })
    refuseOtherMethods(app, '/', ['GET', 'HEAD'])
    if (isDashboardServed) serveDashboard(app)
  }

const DASHBOARD: Link = {
  name: 'dashboard',
  path: '/dashboard',
  title: 'Dashboard',
  about: 'jobs, assets and sites of a company, for its planners and technicians',
}

const INSPECTOR: Link = {
  name: 'inspector',
  path: '/inspector',
  title: 'Inspector',
  about: 'an example for phones: the jobs of a technician, also without a network',
}

const documentation = (access: Config['docs']): Link => ({
  name: 'docs',
  path: '/docs',
  title: 'Documentation',
  about: `guides, a reference of the schema, error codes and changes${
    access === 'signed-in' ? '; you need an account' : ''
  }`,
})

const DEMO =
  'This service has demo data: two invented companies, whose passwords are public. The playground is signed in as an admin of one of them.'

const pageOf = (links: readonly Link[], isDemo: boolean) => ({
  title: NAME,
  body: `<h1>${NAME}</h1>
<p>${SUMMARY}</p>
<dl>
${links.map(({ path, title, about }) => `<dt><a href="${path}">${title}</a></dt>\n<dd>${about}</dd>`).join('\n')}
</dl>
<p>Version ${escapeHtml(versionText)}. ${isDemo ? DEMO : 'This service has no demo data.'}</p>`,
})
