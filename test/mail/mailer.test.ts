import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { MailRefusedError } from '../../src/mail/mailer.js'
import { newSecret } from '../../src/domain/credential/secret.js'
import { openMailer } from '../../src/mail/open-mailer.js'
import { startMailServer } from '../support/mail-server.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const from = 'Inspections <no-reply@inspections.example>'
const mail = {
  to: 'ada@example.com',
  subject: 'Ä subject\r\nBcc: eve@example.com',
  text: 'Grüße,\n\na second line that ends with\n.\nand goes on\n',
}

describe('the SMTP mailer', () => {
  it('sends a mail to one recipient, and a subject cannot add headers', async () => {
    const server = await startMailServer()
    await openMailer({ url: server.url, from }).send(mail)
    const [received, ...others] = server.mailsTo('ada@example.com')
    expect(others).toEqual([])
    expect(received).toMatchObject({
      from: { name: 'Inspections', address: 'no-reply@inspections.example' },
      text: mail.text,
    })
    expect(received?.subject).toContain('Ä subject')
    expect(received?.bcc).toBeUndefined()
    expect(server.mailsTo('eve@example.com')).toEqual([])
  })

  it('gives a mail that is sent twice the same Message-ID, if it has an id', async () => {
    const server = await startMailServer()
    const mailer = openMailer({ url: server.url, from })
    for (const id of ['first', 'first', undefined])
      await mailer.send({ ...mail, ...(id && { id }) })
    const [one, other, random] = server.mailsTo(mail.to).map(({ messageId }) => messageId)
    expect([one, other]).toEqual(Array(2).fill('<first@inspections.example>'))
    expect(random).toMatch(/^<[\w-]+@inspections\.example>$/)
  })

  it('signs in with the credentials of the URL', async () => {
    const server = await startMailServer({ name: 'robot', password: 'secret' })
    await openMailer({ url: server.url, from }).send(mail)
    expect(server.mailsTo('ada@example.com')).toHaveLength(1)
    const wrong = openMailer({ url: server.url.replace('secret', 'wrong'), from })
    await expect(wrong.send(mail)).rejects.not.toBeInstanceOf(MailRefusedError)
  })

  it('distinguishes a refused mail from a server that accepts no mail', async () => {
    const server = await startMailServer()
    const mailer = openMailer({ url: server.url, from })
    const answers = async (status: number, command: 'MAIL' | 'RCPT' | 'DATA') => {
      server.answerWith(status, command)
      const error: unknown = await mailer.send(mail).catch((thrown: unknown) => thrown)
      if (!(error instanceof MailRefusedError)) return 'no mail'
      expect(error.responseCode).toBe(status)
      return error.isPermanent ? 'never' : 'later'
    }
    expect(await answers(550, 'RCPT')).toBe('never')
    expect(await answers(451, 'RCPT')).toBe('later')
    expect(await answers(554, 'DATA')).toBe('never')
    expect(await answers(452, 'DATA')).toBe('later')
    expect(await answers(550, 'MAIL')).toBe('no mail')
    expect(await answers(451, 'MAIL')).toBe('no mail')
    expect(await answers(421, 'RCPT')).toBe('no mail')
    const unreachable = openMailer({ url: 'smtp://127.0.0.1:1', from })
    await expect(unreachable.send(mail)).rejects.not.toBeInstanceOf(MailRefusedError)
    server.answerWith(undefined)
    await mailer.send(mail)
    expect(server.mailsTo('ada@example.com')).toHaveLength(1)
  })
})

describe('the source of a mail', () => {
  const token = newSecret('password')
  const link = `https://inspections.app.example/reset?lang=en&token=${token}`
  const text = (name: string) => `Hello ${name},\n\n${link}\n`

  it('has each link as it is, in a file', async () => {
    const folder = join(await temporaryFolder(), 'mail')
    for (const name of ['Ada', 'Łukasz']) {
      await openMailer({ folder, from }).send({ ...mail, text: text(name) })
    }
    const names = (await readdir(folder)).sort()
    const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    for (const source of sources) expect(source).toContain(`\r\n${link}\r\n`)
    expect(sources[1]).toContain('Hello Łukasz,')
    const parsed = await PostalMime.parse(sources[1] ?? '')
    expect(parsed.text).toBe(text('Łukasz'))
  })

  it.each([
    ['Ada', '7bit'],
    ['Łukasz', '8bit'],
    ['Ł'.repeat(60), '8bit'],
    ['李雷', '8bit'],
  ])('has each link and token as it is, for an SMTP server and %s', async (name, encoding) => {
    const server = await startMailServer()
    const body = `${text(name)}\n${token}\n`
    await openMailer({ url: server.url, from }).send({ ...mail, text: body })
    const [source] = server.sourcesTo('ada@example.com')
    expect(source).toContain(`\r\n${link}\r\n`)
    expect(source).toContain(`\r\n${token}\r\n`)
    expect(source).toContain(`Hello ${name},`)
    expect(source).toContain(`Content-Transfer-Encoding: ${encoding}`)
    expect(server.mailsTo('ada@example.com')).toMatchObject([{ text: body }])
    expect(server.bodyTypes()).toEqual(['8bitmime'])
  })
})

describe('the folder mailer', () => {
  it('writes each mail into a file that only its owner can read', async () => {
    const folder = join(await temporaryFolder(), 'new', 'mail')
    const mailer = openMailer({ folder, from })
    await mailer.send({ ...mail, subject: 'first' })
    await mailer.send({ ...mail, subject: 'second' })
    const names = (await readdir(folder)).sort()
    expect(names).toEqual([
      expect.stringMatching(/^[\w-]+\.eml$/),
      expect.stringMatching(/^[\w-]+\.eml$/),
    ])
    const mails = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    )
    expect(mails.map(({ subject }) => subject)).toEqual(['first', 'second'])
    expect(mails[0]).toMatchObject({ to: [{ address: 'ada@example.com' }], text: mail.text })
    expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600)
  })
})
