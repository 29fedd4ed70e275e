import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Email } from 'postal-mime'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import { createJob } from '../../../src/domain/job/create-job.js'
import { updateJob } from '../../../src/domain/job/update-job.js'
import { queueMail } from '../../../src/domain/mail/queue-mail.js'
import { sendNextMail } from '../../../src/domain/mail/send-next-mail.js'
import { MAIL_KINDS } from '../../../src/domain/notification/mail-kinds.js'
import { writeDigests } from '../../../src/domain/notification/write-digests.js'
import { openMailer } from '../../../src/mail/open-mailer.js'
import {
  newAsset,
  newFinding,
  newJob,
  newJobType,
  newSite,
  newUpload,
  newUser,
  newWebhook,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'
import { type MailServer, startMailServer } from '../../support/mail-server.js'
import { silentLog } from '../../support/silent-log.js'
import { inDays, tick } from '../state-change/state-changes.js'
import { newFollowedCompany, sendAll, writeNotices } from './mails.js'

const db = testDatabase()

/** `npx tsx scripts/mail-pictures.ts` sets a folder, and makes pictures of the mails in it. */
const folder = process.env['SHOW_MAILS']

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="80">
  <rect width="80" height="80" rx="16" fill="#0b6e75"/>
  <path d="M20 42 l14 14 l26 -30" fill="none" stroke="#fff" stroke-width="9"/>
  <text x="98" y="54" font-family="sans-serif" font-size="40" font-weight="700" fill="#1d2b2c">Harbour</text></svg>`

const hours = (from: number, to: number) => ({
  scheduledStart: new Date(Date.now() + from * 3_600_000),
  scheduledEnd: new Date(Date.now() + to * 3_600_000),
})

async function newHarbour() {
  const company = await newFollowedCompany({
    ...{ name: 'Harbour Inspections', appName: 'Harbour Checks' },
    ...{ frontendUrl: 'https://checks.harbour.example', fromEmail: 'office@harbour.example' },
  })
  const { companyId, users } = company
  const content = await sharp(Buffer.from(LOGO)).png().toBuffer()
  const logo = await newUpload(company, { ofCompany: true, picture: true, size: content.length })
  await db.prisma.documentContent.updateMany({
    where: { companyId, key: logo.contentKey! },
    data: { content: new Uint8Array(content) },
  })
  const rename = async ({ id }: { id: number }, firstName: string, lastName: string) => {
    const data = { firstName, lastName, mailKinds: [...MAIL_KINDS] }
    await db.prisma.user.updateMany({ where: { companyId, id }, data })
  }
  await rename(users.technician, 'Bo', 'Marsh')
  const planner = await newUser(company, { role: 'admin', timezone: 'Europe/London' })
  await rename(planner, 'Ann', 'Poole')
  const other = await newUser(company)
  const site = await newSite(company, {
    ...{ name: 'North Quay', timezone: 'Europe/London', street: '4 Dock Road', city: 'Leith' },
  })
  const zone = await newZone(company, { siteId: site.id, name: 'Deck' })
  const jobTypeId = (await newJobType(company, { description: 'Quarterly inspection' })).id
  return { company, planner, other, site, zone, jobTypeId }
}

/** The mails that a company has sent since the last call. */
async function sent(company: TestCompany, server: MailServer, recipients: readonly string[]) {
  await writeNotices(company)
  const before = recipients.map((email) => server.mailsTo(email).length)
  const mailsTo = await sendAll(server)
  return recipients.flatMap((email, index) => mailsTo(email).slice(before[index]))
}

/** Writes what a mail program shows: the HTML with its images, or the text. */
async function show(name: string, { html, text = '', attachments }: Email): Promise<void> {
  if (!folder) return
  await writeFile(join(folder, `${name}.txt`), text)
  if (html === undefined) return
  const [logo] = attachments
  const data = logo && Buffer.from(logo.content as ArrayBuffer).toString('base64')
  await writeFile(
    join(folder, `${name}.html`),
    html.replace('cid:logo', `data:image/png;base64,${data}`),
  )
}

/** The kinds that the link of a mail turns off. */
const kindsIn = ({ headers }: Email): string[] => {
  const link = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  return /([A-Z_.]+)\/[\w-]+>$/.exec(link)?.[1]?.split('.') ?? []
}

it('writes a mail of each kind', async () => {
  const { company, planner, other, site, zone, jobTypeId } = await newHarbour()
  const { admin, companyId, users } = company
  const { technician } = users
  const server = await startMailServer()
  const recipients = [technician.email, planner.email]
  const kinds = new Set<string>()
  const expectMails = async (...names: string[]) => {
    const mails = await sent(company, server, recipients)
    expect(mails).toHaveLength(names.length)
    for (const [index, mail] of mails.entries()) {
      for (const kind of kindsIn(mail)) kinds.add(kind)
      await show(names[index]!, mail)
    }
  }

  const assigned = { siteId: site.id, jobTypeId, technicianId: technician.id }
  const { id } = await createJob(admin, { ...assigned, ...hours(40, 43) })
  await expectMails('job-assigned')
  await updateJob(admin, { id, ...hours(64, 67) })
  await expectMails('job-moved')
  await updateJob(admin, { id, technicianId: other.id })
  await expectMails('job-taken')
  const many = Array.from({ length: 4 }, (_, day) => hours(40 + day * 24, 43 + day * 24))
  const jobs = []
  for (const times of many) jobs.push(await createJob(admin, { ...assigned, ...times }))
  await expectMails('several-jobs')
  await db.prisma.job.updateMany({
    where: { companyId, id: jobs[0]!.id },
    data: { status: 'cancelled', cancelledAt: new Date() },
  })
  await expectMails('job-cancelled')

  const asset = await newAsset(company, { zoneId: zone.id, code: 'LR-17' })
  const defective = { where: { companyId, id: asset.id }, data: { defective: true } }
  await db.prisma.asset.updateMany(defective)
  const late = await newJob(company, { siteId: site.id, typeId: jobTypeId, ...hours(-30, -26) })
  await newFinding(company, { assetId: asset.id, jobId: late.id, title: 'Canopy is torn' })
  await newWebhook(company, {
    ...{ url: 'https://hooks.harbour.example/events' },
    ...{ disabledAt: new Date(), disabledReason: 'failing' },
  })
  await expectMails('late-and-overdue-of-technician', 'late-and-overdue-of-admin')

  const key = async (name: string, createdAt: Date, expiresAt: Date) => {
    const { uuid } = await createApiKey(admin, { name, expiresAt })
    await db.prisma.apiKey.updateMany({ where: { companyId, uuid }, data: { createdAt } })
  }
  await key('Nightly export', inDays(-80), inDays(13.999))
  await key('For a week', new Date(), inDays(7))
  await tick()
  await expectMails('api-key-expiring')
  expect(server.mailsTo(planner.email).at(-1)?.text).toMatch(
    /^Hello Ann,\n\nAPI key Nightly export expires soon\n- It begins with \S+\n- Expires: .+ \(UTC\)\n/,
  )

  const digest = { digestDays: ['MONDAY'], digestedAt: new Date(0) }
  await db.prisma.user.updateMany({ where: { companyId, id: planner.id }, data: digest })
  while (await writeDigests(serviceDatabase(), new Date()));
  await db.prisma.notice.updateMany({ where: { companyId }, data: { nextAttemptAt: new Date(0) } })
  await expectMails('digest')
  expect([...kinds].sort()).toEqual([...MAIL_KINDS, 'DIGEST'].sort())

  await queueMail(db.prisma, { kind: 'invitation', email: technician.email, companyId })
  await queueMail(db.prisma, { kind: 'password_reset', email: technician.email, companyId: null })
  const links = { passwordResetUrl: 'https://checks.harbour.example/password?token={token}' }
  const mailer = openMailer({ url: server.url, from: 'no-reply@inspect.example' })
  const services = { db: serviceDatabase(), mailer, log: silentLog, links }
  while ((await sendNextMail(services)) !== 'none');
  const [invitation, reset] = server.mailsTo(technician.email).slice(-2)
  for (const mail of [invitation, reset]) await show(mail!.subject!, mail!)
  expect([invitation?.subject, reset?.subject].sort()).toEqual([
    'Choose a new password',
    'Your new account',
  ])
})
