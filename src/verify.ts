import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from './db/connect.js'
import { networkOf } from './domain/credential/network-of.js'
import { findIssued, type Issued } from './domain/report/find-issued.js'
import { HttpError } from './http/http-error.js'
import { refuseOtherMethods } from './http/method-not-allowed.js'
import { formatErrors } from './http/mount.js'
import { escapeHtml } from './domain/mail/escape-html.js'
import { sendPage, wantsPage } from './pages/page.js'

/** The most requests of a network in a minute to one instance. */
const REQUESTS_PER_MINUTE = 60

interface Route {
  readonly Params: { readonly hash: string }
}

/**
 * `GET /verify/<hash>`, without credentials: whether this service has issued a signature or a report with the hash, for what and when.
 * Nothing else about the company, and the same properties for any hash. A page for browsers, JSON for other clients.
 */
export const verify =
  (db: Database, pages: boolean) =>
  async (app: FastifyInstance): Promise<void> => {
    const limiter = new RateLimiterMemory({ points: REQUESTS_PER_MINUTE, duration: 60 })
    formatErrors(app, ({ message }) => ({ message }))
    const config = { operation: { name: 'verify', kind: 'query' } } as const
    app.get<Route>('/verify/:hash', { config }, async (request, reply) => {
      await limit(limiter, request.ip)
      const { hash } = request.params
      const answer = answerOf(hash, await findIssued(db, hash))
      reply.header('vary', 'accept').header('cache-control', 'no-store')
      if (!pages || !wantsPage(request)) return reply.send(answer)
      return sendPage(reply, pageOf(answer))
    })
    refuseOtherMethods(app, '/verify/:hash', ['GET', 'HEAD'])
  }

async function limit(limiter: RateLimiterMemory, address: string): Promise<void> {
  try {
    await limiter.consume(networkOf(address))
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const headers = { 'retry-after': String(Math.ceil(error.msBeforeNext / 1000)) }
    throw new HttpError(429, 'Too many requests.', { headers, refusal: 'rate limit' })
  }
}

interface Answer {
  readonly hash: string
  readonly issued: boolean
  /** signature, report, or report_content: the fingerprint on its pages. */
  readonly kind: string | null
  readonly about: string | null
  readonly number: number | null
  readonly issuedAt: Date | null
  /** Whether the inspection of the report or certificate was voided since. */
  readonly voided: boolean | null
}

const KINDS = { signature: 'signature', file: 'report', content: 'report_content' } as const

const answerOf = (hash: string, found: Issued | undefined): Answer => ({
  hash: hash.toLowerCase().slice(0, 64),
  issued: found !== undefined,
  kind: found ? KINDS[found.kind] : null,
  about: found?.about ?? null,
  number: found?.number ?? null,
  issuedAt: found?.issuedAt ?? null,
  voided: found?.voided ?? null,
})

const NAMES: Readonly<Record<string, string>> = {
  signature: 'the signature of',
  report: 'the report about',
  report_content: 'the content of the report about',
  certificate: 'the certificate of inspection',
}

const VOIDED =
  '\n<p><strong>✗ It does not count any more:</strong> the inspection was voided since.</p>'

function pageOf({ hash, issued, kind, about, number, issuedAt, voided }: Answer) {
  const what = `${NAMES[kind ?? ''] ?? ''} ${NAMES[about ?? ''] ?? about ?? ''} ${number ?? ''}`
  const day = issuedAt?.toISOString().slice(0, 16).replace('T', ' ') ?? ''
  const text = issued
    ? `<p><strong>✓ Issued by this service:</strong> ${escapeHtml(what)}, on ${day} UTC.</p>${voided ? VOIDED : ''}`
    : '<p><strong>✗ Not issued by this service.</strong> The file may have been changed, or comes from elsewhere.</p>'
  return {
    title: issued ? 'Issued' : 'Not issued',
    body: `<h1>Verification</h1>\n${text}\n<p>SHA-256: <code>${escapeHtml(hash)}</code></p>`,
  }
}
