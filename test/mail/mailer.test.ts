import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { MailRefusedError } from '../../src/mail/mailer.js'
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

  it('signs in with the credentials of the URL', async () => {
    const server = await startMailServer({ name: 'robot', password: 'secret' })
    await openMailer({ url: server.url, from }).send(mail)
    expect(server.mailsTo('ada@example.com')).toHaveLength(1)
    const wrong = openMailer({ url: server.url.replace('secret', 'wrong'), from })
    await expect(wrong.send(mail)).rejects.not.toBeInstanceOf(MailRefusedError)
  })

  it('distinguishes a permanent refusal from an error that a later attempt may not have', async () => {
    const server = await startMailServer()
    const mailer = openMailer({ url: server.url, from })
    server.answerWith(550)
    await expect(mailer.send(mail)).rejects.toBeInstanceOf(MailRefusedError)
    server.answerWith(451)
    await expect(mailer.send(mail)).rejects.not.toBeInstanceOf(MailRefusedError)
    const unreachable = openMailer({ url: 'smtp://127.0.0.1:1', from })
    await expect(unreachable.send(mail)).rejects.not.toBeInstanceOf(MailRefusedError)
    server.answerWith(undefined)
    await mailer.send(mail)
    expect(server.mailsTo('ada@example.com')).toHaveLength(1)
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
