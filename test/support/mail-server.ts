import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterFile } from './after-file.js'

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string
  /** The mails to a recipient, oldest first. */
  readonly mailsTo: (address: string) => Email[]
  /** The sources of the mails to a recipient, oldest first. */
  readonly sourcesTo: (address: string) => string[]
  /** What the client says about the body of each mail: `8bitmime` or `7bit`. */
  readonly bodyTypes: () => (string | undefined)[]
  /**
   * Answers the next mails with this status, such as 451 or 550; undefined: accepts them. `END`: it has received the mail nevertheless,
   * as if a proxy had lost its response.
   */
  answerWith: (status: number | undefined, command?: 'MAIL' | 'RCPT' | 'DATA' | 'END') => void
  /** Answers mails to these recipients with 451, as a server does that delays unknown senders (greylisting). */
  delay: (addresses: readonly string[]) => void
  /** Accepts mails, and answers only after this time: until then, the client does not know whether the mail was accepted. */
  answerAfter: (milliseconds: number) => void
  /** The recipients of the accepted mails, oldest first. */
  readonly recipients: () => string[]
}

const servers: SMTPServer[] = []
afterFile(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts an SMTP server on the loopback address, which requires this user if one is given. */
export async function startMailServer(user?: { name: string; password: string }) {
  const received: { address: string; mail: Email; source: string; bodyType: string | undefined }[] =
    []
  let status: number | undefined
  let refused = 'RCPT'
  let delayed: readonly string[] = []
  let answerMs = 0
  const refusalWith = (responseCode: number) =>
    Object.assign(new Error('not now'), { responseCode })
  const answerTo = (command: string) => (status && command === refused ? refusalWith(status) : null)
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(user ? [] : ['AUTH'])],
    authOptional: !user,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === user?.name && password === user?.password) done(null, { user: username })
      else done(new Error('wrong credentials'))
    },
    onMailFrom: (_address, _session, done) => {
      done(answerTo('MAIL'))
    },
    onRcptTo: ({ address }, _session, done) => {
      done(delayed.includes(address) ? refusalWith(451) : answerTo('RCPT'))
    },
    onData: (stream, { envelope }, done) => {
      const receive = async () => {
        const source = await buffer(stream)
        if (answerTo('DATA')) return
        const mail = await PostalMime.parse(source)
        for (const { address } of envelope.rcptTo) {
          received.push({ address, mail, source: source.toString(), bodyType: envelope.bodyType })
        }
        if (answerMs > 0) await delay(answerMs)
      }
      receive().then(() => {
        done(answerTo('DATA') ?? answerTo('END'))
      }, done)
    },
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const credentials = user ? `${user.name}:${user.password}@` : ''
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    mailsTo: (recipient: string) =>
      received.flatMap(({ address, mail }) => (address === recipient ? [mail] : [])),
    sourcesTo: (recipient: string) =>
      received.flatMap(({ address, source }) => (address === recipient ? [source] : [])),
    bodyTypes: () => received.map(({ bodyType }) => bodyType),
    delay: (addresses: readonly string[]) => (delayed = addresses),
    answerAfter: (milliseconds: number) => (answerMs = milliseconds),
    recipients: () => received.map(({ address }) => address),
    answerWith: (next: number | undefined, command = 'RCPT') => {
      status = next
      refused = command
    },
  } satisfies MailServer
}

/** The token in the text of a mail. */
export const tokenIn = ({ text = '' }: Email): string => /fis_password_[\w-]+/.exec(text)?.[0] ?? ''
