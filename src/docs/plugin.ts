import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.js'
import type { SignInServices } from '../domain/credential/sign-in.js'
import { pathNotFound } from '../http/http-error.js'
import { refuseOtherMethods } from '../http/method-not-allowed.js'
import { formatErrors } from '../http/mount.js'
import { IS_COMPRESSED } from '../http/static-text.js'
import { wantsPage } from '../pages/page.js'
import { nameInterface } from '../request/record.js'
import { Feed, FEED } from './feed.js'
import { sendSignIn, serveSignIn } from './sign-in.js'
import { readSiteFiles, type SiteFile } from './site-files.js'

/** Pages load scripts, styles and pictures from this server only, and none are in the page itself. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** What a page needs to be shown; it has no content of the documentation. */
const ASSETS = 'assets/'

/** The list of all pages for programs, which look for it at the root. */
const LIST = 'llms.txt'

/**
 * Serves the documentation at `/docs`, and if it is public, `llms.txt` at the root too. With `signed-in`, only the style and the
 * script are public: a program sends its credentials as for the APIs, and a browser signs in with a form, which sets a cookie.
 */
export const docs =
  (services: SignInServices, { docs: access, publicUrl }: Pick<Config, 'docs' | 'publicUrl'>) =>
  async (app: FastifyInstance): Promise<void> => {
    if (access === 'off') return
    nameInterface(app, 'docs')
    formatErrors(app, ({ message }) => ({ message }))
    const files = readSiteFiles(access === 'signed-in')
    const feed = new Feed(publicUrl)
    const send = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
      const needsSession = access === 'signed-in' && !path.startsWith(ASSETS)
      if (needsSession && !(await request.access.session())) {
        if (wantsPage(request)) return sendSignIn(request, reply)
        await request.access.requireSession()
      }
      reply.header('cache-control', needsSession ? 'private, no-cache' : 'no-cache')
      if (path === FEED) return feed.send(request, reply)
      const file = files.get(path)
      return file ? sendFile(request, reply, file) : notFound(request, reply, files)
    }
    app.get('/docs', IS_COMPRESSED, (request, reply) => send(request, reply, ''))
    app.get<{ Params: { '*': string } }>('/docs/*', IS_COMPRESSED, (request, reply) =>
      send(request, reply, request.params['*'].replace(/\/$/, '')),
    )
    if (access === 'public') {
      app.get(`/${LIST}`, IS_COMPRESSED, (request, reply) => send(request, reply, LIST))
      refuseOtherMethods(app, `/${LIST}`, ['GET', 'HEAD'])
    }
    for (const url of ['/docs', '/docs/*']) refuseOtherMethods(app, url, ['GET', 'HEAD'])
    if (access === 'signed-in') await app.register(serveSignIn(services))
  }

function sendFile(request: FastifyRequest, reply: FastifyReply, { text, isPage }: SiteFile) {
  if (isPage) reply.header('content-security-policy', POLICY)
  return text.send(request, reply)
}

/** The address of the page for a wrong address. */
const NOT_FOUND = 'not-found'

function notFound(
  request: FastifyRequest,
  reply: FastifyReply,
  files: ReadonlyMap<string, SiteFile>,
) {
  const page = files.get(NOT_FOUND)
  if (!page || !wantsPage(request)) throw pathNotFound()
  return sendFile(request, reply.status(404), page)
}
