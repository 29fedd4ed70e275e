import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from './db/connect.js'
import { MAX_INT32 } from './db/read/statement.js'
import { escapeHtml } from './domain/mail/escape-html.js'
import type { MailKind } from './domain/notification/mail-kinds.js'
import {
  findUnsubscription,
  unsubscribe as turnOff,
  type Unsubscription,
} from './domain/notification/unsubscribe.js'
import { pathNotFound } from './http/http-error.js'
import { refuseOtherMethods, supportEveryMethod } from './http/method-not-allowed.js'
import { formatErrors } from './http/mount.js'
import { sendPage } from './pages/page.js'

const URL = '/unsubscribe/:company/:user/:kinds/:signature'

type Part = 'company' | 'user' | 'kinds' | 'signature'

interface Route {
  readonly Params: Readonly<Record<Part, string>>
}

/**
 * The page of the link to unsubscribe in mails. It needs no credentials, because the link is signed. Only a POST turns mails off, because
 * programs follow links in mails to check them: that of the form on the page, and that of mail programs (RFC 8058).
 */
export const unsubscribe =
  (db: Database) =>
  async (app: FastifyInstance): Promise<void> => {
    supportEveryMethod(app)
    formatErrors(app, ({ message }) => ({ message }))
    // The body of RFC 8058 says nothing that the path does not say.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => {
      done(null)
    })
    const open = async ({ access, params }: FastifyRequest<Route>) => {
      const { company, user: uuid, kinds, signature } = params
      const companyId = /^\d{1,10}$/.test(company) ? Math.min(Number(company), MAX_INT32) : 0
      const own = db.forCaller({ ...access.caller, companyId })
      const found = await findUnsubscription(own, { companyId, uuid, kinds, signature })
      if (!found) throw pathNotFound()
      access.identify({ companyId, userId: found.user.userId })
      return { own, found }
    }
    const ask = { operation: { name: 'unsubscribe', kind: 'query' } } as const
    app.get<Route>(URL, { config: ask }, async (request, reply) => {
      const { found } = await open(request)
      return send(reply, 'Stop these mails?', found, QUESTION)
    })
    const write = { operation: { name: 'unsubscribe', kind: 'mutation' } } as const
    app.post<Route>(URL, { config: write }, async (request, reply) => {
      const { own, found } = await open(request)
      await turnOff(own, found)
      return send(
        reply,
        'Stopped',
        found,
        '<p>You get no more of them. Your profile has all mails.</p>',
      )
    })
    refuseOtherMethods(app, URL, ['GET', 'HEAD', 'POST'])
  }

const QUESTION = '<form method="post"><button>Stop these mails</button></form>'

const NAMES: Readonly<Record<MailKind | 'DIGEST', string>> = {
  DIGEST: 'Your digest',
  JOB_ASSIGNED: 'Jobs that become yours, or are no longer yours',
  JOB_MOVED: 'Jobs that have other times',
  JOB_CANCELLED: 'Jobs that are cancelled',
  JOB_LATE: 'Jobs that are late',
  SITE_FAILING: 'Sites that begin to fail',
  FINDING_OVERDUE: 'Findings that are overdue',
  WEBHOOK_DISABLED: 'Webhooks that the service has disabled',
  API_KEY_EXPIRING: 'API keys that expire soon',
}

function send(reply: FastifyReply, title: string, { user, what }: Unsubscription, rest: string) {
  const kinds = what === 'DIGEST' ? ([what] as const) : what
  const list = kinds.map((kind) => `<li>${NAMES[kind]}</li>`).join('')
  const of = `Mails of ${escapeHtml(user.appName ?? user.company)} to ${escapeHtml(user.email)}:`
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  return sendPage(reply, {
    title,
    body: `<h1>${title}</h1>\n<p>${of}</p>\n<ul>${list}</ul>\n${rest}`,
  })
}
