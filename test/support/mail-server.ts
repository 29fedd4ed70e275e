import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterFile } from './after-file.js'

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string
  /** The mails to a recipient, oldest first. */
  readonly mailsTo: (address: string) => Email[]
  /** Answers the next mails with this status, such as 451 or 550; undefined: accepts them. */
  answerWith: (status: number | undefined) => void
}

const servers: SMTPServer[] = []
afterFile(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts an SMTP server on the loopback address, which requires this user if one is given. */
export async function startMailServer(user?: { name: string; password: string }) {
  const received: { address: string; mail: Email }[] = []
  let status: number | undefined
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(user ? [] : ['AUTH'])],
    authOptional: !user,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === user?.name && password === user?.password) done(null, { user: username })
      else done(new Error('wrong credentials'))
    },
    onRcptTo: (_address, _session, done) => {
      done(status ? Object.assign(new Error('not now'), { responseCode: status }) : null)
    },
    onData: (stream, { envelope }, done) => {
      const receive = async () => {
        const mail = await PostalMime.parse(await buffer(stream))
        for (const { address } of envelope.rcptTo) received.push({ address, mail })
      }
      receive().then(() => {
        done()
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
    answerWith: (next: number | undefined) => (status = next),
  } satisfies MailServer
}

/** The token in the text of a mail. */
export const tokenIn = ({ text = '' }: Email): string => /fis_password_[\w-]+/.exec(text)?.[0] ?? ''
