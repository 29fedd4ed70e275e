import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../context.js'
import { readAsset } from './assets.js'
import { type DemoUser, openDemoSession } from './demo-session.js'
import { contentSecurityPolicy, ICON, renderPage } from './page.js'

/**
 * Serves the files of the playground. Returns a function that sends the page. If there is a demo user, browsers on this
 * machine are signed in as this user.
 */
export function playground(app: FastifyInstance, services: Services, demoUser?: DemoUser) {
  app.get<{ Params: { version: string; name: string } }>(
    '/graphql/playground/:version/:name',
    async ({ params }, reply) => {
      const asset = await readAsset(params)
      if (!asset) {
        reply.callNotFound()
        return reply
      }
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(asset.type)
        .send(asset.body)
    },
  )
  app.get('/favicon.ico', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(ICON),
  )

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const demo = demoUser && (await openDemoSession(services, demoUser, request))
    return (
      reply
        .header('content-security-policy', contentSecurityPolicy)
        // The page may contain a token. The length of a compressed response may reveal parts of it (BREACH).
        .header('cache-control', 'no-store, no-transform')
        .header('vary', 'accept')
        .type('text/html; charset=utf-8')
        .send(renderPage(demo))
    )
  }
}
