import { stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { signIn, type SignInServices } from '../domain/credential/sign-in.js'
import { signOut } from '../domain/credential/sign-out.js'
import { HttpError, httpErrorOf } from '../http/http-error.js'
import { refuseOtherMethods } from '../http/method-not-allowed.js'
import { acceptForms } from '../overload/bodies.js'
import { escapeHtml } from '../domain/mail/escape-html.js'
import { NAME, sendPage } from '../pages/page.js'
import { DOCS_COOKIE } from '../request/credentials.js'

const FIRST_PAGE = '/docs'

const Form = z.object({
  username: z.string().min(1),
  password: z.string().min(1),
  /** The page to show after the sign-in. */
  to: z.string().default(FIRST_PAGE),
})

/**
 * Serves the form at `/docs/sign-in`. Its session is one of GraphQL: it is in the list of the user's sessions and ends like
 * them. The cookie with its access token is sent to `/docs` only, and no script can read it.
 */
export const serveSignIn = (services: SignInServices) => async (app: FastifyInstance) => {
  acceptForms(app)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/docs/sign-in', async (request, reply) =>
    (await request.access.session()) ? sendSignOut(reply) : sendSignIn(request, reply, 200),
  )
  app.post('/docs/sign-in', async (request, reply) => {
    refuseOtherSites(request)
    const form = Form.safeParse(request.body)
    if (!form.success) {
      return sendSignIn(request, reply, 400, 'Enter your account and your password.')
    }
    const { username, password, to } = form.data
    try {
      const origin = { ...request.access.origin, tokenHash: undefined }
      const tokens = await signIn(services, { username, password, audience: 'graphql', ...origin })
      setCookie(request, reply, tokens.accessToken, tokens.expiresIn)
    } catch (error) {
      const { status, message, headers } = httpErrorOf(error)
      if (status === 500) throw error
      return sendSignIn(request, reply.headers(headers), status, message, to)
    }
    return reply.redirect(isPath(to) ? to : FIRST_PAGE, 303)
  })
  app.post('/docs/sign-out', async (request, reply) => {
    refuseOtherSites(request)
    const session = await request.access.session()
    if (session) await signOut(services.db, session)
    setCookie(request, reply, '', 0)
    return reply.redirect('/docs/sign-in', 303)
  })
  refuseOtherMethods(app, '/docs/sign-in', ['GET', 'HEAD', 'POST'])
  refuseOtherMethods(app, '/docs/sign-out', ['POST'])
}

/** Sends the form instead of the requested page. */
export function sendSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  status = 401,
  error = '',
  to = request.method === 'GET' && status === 401 ? request.url : FIRST_PAGE,
) {
  reply.status(status).header('cache-control', 'no-store')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  const alert = error === '' ? '' : `<p role="alert">${escapeHtml(error)}</p>\n`
  return sendPage(reply, {
    title: `Sign in – ${NAME}`,
    body: `<h1>Sign in</h1>
<p>The documentation of this service is for its users.</p>
${alert}<form method="post" action="/docs/sign-in">
<input type="hidden" name="to" value="${escapeHtml(to)}">
<p><label for="username">Account</label><br><input id="username" name="username" autocomplete="username" required autofocus></p>
<p><label for="password">Password</label><br><input id="password" name="password" type="password" autocomplete="current-password" required></p>
<p><button>Sign in</button></p>
</form>`,
  })
}

const sendSignOut = (reply: FastifyReply) =>
  sendPage(reply, {
    title: `Signed in – ${NAME}`,
    body: `<h1>You are signed in</h1>
<p><a href="${FIRST_PAGE}">Documentation</a></p>
<form method="post" action="/docs/sign-out"><p><button>Sign out</button></p></form>`,
  })

const setCookie = (request: FastifyRequest, reply: FastifyReply, token: string, maxAge: number) =>
  reply.header(
    'set-cookie',
    stringifySetCookie(DOCS_COOKIE, token, {
      path: FIRST_PAGE,
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge,
    }),
  )

/** Whether a text is the path of a page of the documentation, and no address of another server. */
const isPath = (text: string) => /^\/docs(?![^/?])/.test(text) && !text.includes('\\')

/** Refuses a form that a page of another site has sent. Browsers name the relation of the sites, other clients do not. */
function refuseOtherSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') {
    throw new HttpError(403, 'The form of another site cannot sign in or out.')
  }
}
