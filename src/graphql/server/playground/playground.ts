import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IS_COMPRESSED, StaticText } from '../../../http/static-text.js'
import type { Services } from '../../context.js'
import { findAsset } from './assets.js'
import { type DemoUser, openDemoSession } from './demo-session.js'
import { contentSecurityPolicy, ICON, renderPage } from './page.js'

/**
 * Serves the files of the playground. Returns a function that sends the page. If there is a demo user, browsers on this
 * machine are signed in as this user.
 */
export function playground(app: FastifyInstance, services: Services, demoUser?: DemoUser) {
  app.get<{ Params: { version: string; name: string } }>(
    '/graphql/playground/:version/:name',
    IS_COMPRESSED,
    async (request, reply) => {
      const asset = findAsset(request.params)
      if (!asset) {
        reply.callNotFound()
        return reply
      }
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return asset.send(request, reply)
    },
  )
  const icon = new StaticText('image/svg+xml', () => ICON)
  app.get('/favicon.ico', IS_COMPRESSED, (request, reply) => {
    reply.header('cache-control', 'public, max-age=86400')
    return icon.send(request, reply)
  })

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
