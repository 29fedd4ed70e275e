import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IS_COMPRESSED, StaticText } from '../../../http/static-text.js'
import type { Services } from '../../context.js'
import { findAsset } from './assets.js'
import { type DemoUser, isFromHere, openDemoSession } from './demo-session.js'
import { contentSecurityPolicy, ICON, type PageOptions, renderPage } from './page.js'

/**
 * Serves the files of the playground. Returns a function that sends the page. If there are users of a demo, browsers on this
 * machine are signed in as the first one, and are offered the others.
 */
export function playground(
  app: FastifyInstance,
  services: Services,
  demoUsers?: readonly DemoUser[],
) {
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

  const optionsFor = async (request: FastifyRequest): Promise<PageOptions> => {
    const isDemo = demoUsers !== undefined
    const [first] = demoUsers ?? []
    if (!first || !isFromHere(request)) return { isDemo, accounts: [] }
    const session = await openDemoSession(services, first, request)
    return { isDemo, accounts: demoUsers ?? [], session }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const options = await optionsFor(request)
    return (
      reply
        .header('content-security-policy', contentSecurityPolicy)
        // The page may contain a token. The length of a compressed response may reveal parts of it (BREACH).
        .header('cache-control', 'no-store, no-transform')
        .header('vary', 'accept')
        .type('text/html; charset=utf-8')
        .send(renderPage(options))
    )
  }
}
