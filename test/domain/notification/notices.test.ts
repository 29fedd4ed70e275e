import { expect, it, onTestFinished, vi } from 'vitest'
import { readCleanupFigures } from '../../../src/domain/cleanup/cleanup.js'
import { createJob } from '../../../src/domain/job/create-job.js'
import { updateJob } from '../../../src/domain/job/update-job.js'
import { claimNotices } from '../../../src/domain/notification/claim-notices.js'
import { noticeWriter } from '../../../src/domain/notification/write-notices.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import { restoreRecord } from '../../../src/domain/removal/restore-record.js'
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
import { databaseOfOtherInstance, serviceDatabase, testDatabase } from '../../support/database.js'
import { startMailServer } from '../../support/mail-server.js'
import { mailsAbout, newFollowedCompany, sendAll, writeNotices, writer } from './mails.js'

const db = testDatabase()

const settling = noticeWriter()
const START = new Date('2030-01-07T09:00:00Z')
const END = new Date('2030-01-07T11:00:00Z')

async function newAssignedJob(company: TestCompany) {
  const site = await newSite(company, { name: 'Dock north', timezone: 'America/New_York' })
  const type = await newJobType(company, { description: 'Annual inspection' })
  return createJob(company.admin, {
    ...{ siteId: site.id, jobTypeId: type.id, technicianId: company.users.technician.id },
    ...{ scheduledStart: START, scheduledEnd: END },
  })
}

/** What the titles say, without the number of the job. */
const titles = (text = '') =>
  text.split('\n').filter((line) => /^(New|Moved|Cancelled|No longer|Late|Site|Finding)/.test(line))

it('writes to the technician of a new job, in the name of the company', async () => {
  const company = await newFollowedCompany({
    ...{ name: 'Harbour Ltd', appName: 'Harbour <Checks>', frontendUrl: 'https://harbour.example' },
    ...{
      fromEmail: 'office@harbour.example',
      fromEmailName: 'Harbour office https://evil.example',
    },
  })
  await newUpload(company, { ofCompany: true, picture: true })
  await newAssignedJob(company)
  const { technician, admin } = company.users
  const [mail, ...others] = await mailsAbout(company, technician.email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('New for you: Job 1: Annual inspection, Dock north')
  expect(mail?.from).toEqual({
    name: 'Harbour office https evil example',
    address: 'no-reply@inspect.example',
  })
  expect(mail?.replyTo).toEqual([{ name: '', address: 'office@harbour.example' }])
  expect(mail?.text).toContain('- Mon, 7 Jan 2030, 04:00 to 06:00 (America/New_York)')
  expect(mail?.text).toContain('https://harbour.example/')
  expect(mail?.html).toContain('Open Harbour &lt;Checks&gt;')
  expect(mail?.html).not.toContain('<Checks>')
  expect(mail?.html).toContain('src="cid:logo"')
  expect(mail?.attachments).toMatchObject([{ mimeType: 'image/png', contentId: '<logo>' }])
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe')).toMatch(
    /^<https:\/\/inspect\.example\/unsubscribe\/\d+\/[\da-f-]{36}\/JOB_ASSIGNED\/[\w-]{43}>$/,
  )
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(await mailsAbout(company, admin.email)).toEqual([])
})

it('measures how many notices wait for their mail, and how long the oldest does', async () => {
  const company = await newFollowedCompany()
  const before = await readCleanupFigures(db)
  await newAssignedJob(company)
  await writeNotices(company, serviceDatabase(), settling)
  const after = await readCleanupFigures(db)
  expect(after!.waitingNotices - before!.waitingNotices).toBe(1)
  const { companyId } = company
  const old = new Date(Date.now() - 40 * 86_400_000)
  await db.prisma.notice.updateMany({ where: { companyId }, data: { createdAt: old } })
  expect((await readCleanupFigures(db))?.oldestNotice).toEqual(old)
  await db.prisma.notice.deleteMany({ where: { companyId } })
  expect((await readCleanupFigures(db))?.waitingNotices).toBe(before!.waitingNotices)
})

it('writes nothing about a completed job that is removed or restored', async () => {
  const company = await newFollowedCompany()
  const { email } = company.users.technician
  const { id } = await newAssignedJob(company)
  await mailsAbout(company, email)
  await db.prisma.job.updateMany({
    where: { companyId: company.companyId, id },
    data: { status: 'completed', completedAt: new Date() },
  })
  await removeRecord(company.admin, 'Job', { id })
  expect(await mailsAbout(company, email)).toEqual([])
  await restoreRecord(company.admin, 'Job', { id })
  expect(await mailsAbout(company, email)).toEqual([])
})

it('makes one mail of several changes, and none of changes that were undone', async () => {
  const company = await newFollowedCompany()
  const { id } = await newAssignedJob(company)
  const later = new Date('2030-01-08T09:00:00Z')
  await updateJob(company.admin, { id, scheduledEnd: new Date('2030-01-08T10:00:00Z') })
  await updateJob(company.admin, { id, scheduledStart: later })
  const { email } = company.users.technician
  const [first] = await mailsAbout(company, email)
  expect(titles(first?.text)).toEqual(['New for you: Job 1: Annual inspection, Dock north'])
  await updateJob(company.admin, { id, scheduledStart: START, scheduledEnd: END })
  await updateJob(company.admin, { id, reference: 'PO 7' })
  const [moved] = await mailsAbout(company, email)
  expect(titles(moved?.text)).toEqual(['Moved: Job 1: Annual inspection, Dock north'])
  expect(moved?.text?.replaceAll(/\s+/g, ' ')).toContain(
    'Before: Tue, 8 Jan 2030, 04:00 to 05:00 (America/New_York)',
  )
  await updateJob(company.admin, {
    id,
    scheduledStart: later,
    scheduledEnd: new Date('2030-01-09'),
  })
  await updateJob(company.admin, { id, scheduledStart: START, scheduledEnd: END })
  expect(await mailsAbout(company, email)).toEqual([])
  await removeRecord(company.admin, 'Job', { id })
  const [cancelled] = await mailsAbout(company, email)
  expect(titles(cancelled?.text)).toEqual(['Cancelled: Job 1: Annual inspection, Dock north'])
})

it('writes to both technicians that a job is given to another one, also if it was moved before', async () => {
  const company = await newFollowedCompany()
  const other = await newUser(company)
  const { id } = await newAssignedJob(company)
  await mailsAbout(company, '')
  // The log is read after both changes.
  await updateJob(company.admin, { id, scheduledStart: new Date('2030-01-07T10:00:00Z') })
  await updateJob(company.admin, { id, technicianId: other.id })
  const server = await startMailServer()
  await writeNotices(company)
  const mailsTo = await sendAll(server)
  expect(titles(mailsTo(company.users.technician.email)[0]?.text)).toHaveLength(1)
  expect(mailsTo(company.users.technician.email)[0]?.text).toContain('No longer yours: Job 1')
  expect(titles(mailsTo(other.email)[0]?.text)).toHaveLength(1)
  expect(mailsTo(other.email)[0]?.text).toContain('New for you: Job 1')
})

it('writes to the technician that a job without one is given to, and to the technician that it is taken from', async () => {
  const company = await newFollowedCompany({ allowUnassignedJobs: true })
  const placeholder = await newUser(company, { placeholder: true, active: false })
  const { technician } = company.users
  const change = async (technicianId: number | null) => {
    await updateJob(company.admin, { id, technicianId })
    const server = await startMailServer()
    await writeNotices(company)
    const mailsTo = await sendAll(server)
    expect(mailsTo(placeholder.email)).toEqual([])
    return mailsTo(technician.email).map(({ subject }) => subject?.replace(/:.*/, ''))
  }
  const site = await newSite(company)
  const type = await newJobType(company)
  const times = { scheduledStart: START, scheduledEnd: END }
  const { id } = await createJob(company.admin, { siteId: site.id, jobTypeId: type.id, ...times })
  expect(await change(technician.id)).toEqual(['New for you'])
  expect(await change(null)).toEqual(['No longer yours'])
})

it('writes to no user about their own changes, or about kinds that are turned off', async () => {
  const company = await newFollowedCompany()
  const { admin, technician } = company.users
  const site = await newSite(company)
  const type = await newJobType(company)
  const own = { siteId: site.id, jobTypeId: type.id }
  const times = { scheduledStart: START, scheduledEnd: END }
  const where = { companyId: company.companyId, id: technician.id }
  await db.prisma.user.updateMany({ where, data: { mailKinds: ['JOB_LATE'] } })
  await createJob(company.admin, { ...own, ...times, technicianId: technician.id })
  expect(await mailsAbout(company, technician.email)).toEqual([])
  expect(await mailsAbout(company, admin.email)).toEqual([])
})

it('writes about late jobs, failing sites and overdue findings: users of their own, admins of all', async () => {
  const company = await newFollowedCompany()
  const { companyId, users } = company
  const other = await newUser(company, { role: 'admin' })
  const manager = await newUser(company)
  const mailKinds = ['JOB_LATE', 'SITE_FAILING', 'FINDING_OVERDUE']
  const { technician } = users
  await db.prisma.user.updateMany({ where: { companyId }, data: { mailKinds } })
  await db.prisma.user.updateMany({
    where: { companyId, id: technician.id },
    data: { mailKinds: [...mailKinds, 'JOB_ASSIGNED'] },
  })
  const site = await newSite(company, { name: 'Dock north', managerId: manager.id })
  const zone = await newZone(company, { siteId: site.id })
  const asset = await newAsset(company, { zoneId: zone.id })
  const past = { scheduledStart: new Date('2026-01-01'), scheduledEnd: new Date('2026-01-02') }
  const job = await newJob(company, { siteId: site.id, ...past })
  await newFinding(company, { assetId: asset.id, jobId: job.id, title: 'Loose bolt' })
  const removed = await newJob(company, { siteId: site.id, ...past, deletedAt: new Date() })
  await newFinding(company, { assetId: asset.id, jobId: removed.id, title: 'Dent' })
  const key = { companyId, id: asset.id }
  await db.prisma.asset.updateMany({ where: key, data: { defective: true } })
  const server = await startMailServer()
  await writeNotices(company)
  const mailsTo = await sendAll(server)
  const told = (email: string) => {
    const [mail, ...more] = mailsTo(email)
    expect(more).toEqual([])
    return titles(mail?.text)
      .map((title) => title.split(/[ :]/)[0])
      .sort()
  }
  expect(told(other.email)).toEqual(['Finding', 'Finding', 'Late', 'Site'])
  // The job is new, too: one mail says both.
  expect(told(technician.email)).toEqual(['Finding', 'Late', 'New'])
  expect(told(manager.email)).toEqual(['Site'])
  expect(mailsTo(other.email)[0]?.subject).toContain('4 changes for you')
})

it('writes to admins that the service, not a user, has disabled a webhook, and why', async () => {
  const company = await newFollowedCompany()
  const { companyId, users } = company
  const other = await newUser(company, { role: 'admin' })
  const disabledBy = (reason: string) => ({ disabledAt: new Date(), disabledReason: reason })
  const [gone, enabled] = [
    await newWebhook(company, { url: 'https://hooks.example.com:8443/a?token=secret' }),
    await newWebhook(company),
  ]
  const byUser = await newWebhook(company)
  for (const [{ id }, reason] of [
    [gone, 'gone'],
    [enabled, 'failing'],
    [byUser, 'request'],
  ] as const) {
    const key = { companyId, id }
    await db.prisma.webhook.updateMany({ where: key, data: disabledBy(reason) })
  }
  // A webhook that is enabled again before the mail is sent is not in it.
  await db.prisma.webhook.updateMany({
    where: { companyId, id: enabled.id },
    data: { disabledAt: null, disabledReason: null },
  })
  const server = await startMailServer()
  await writeNotices(company)
  const mailsTo = await sendAll(server)
  const [mail, ...others] = mailsTo(other.email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Webhook disabled: hooks example com 8443')
  expect(mail?.text).toContain('The receiver responded with the status 410')
  expect(mail?.text).not.toContain('secret')
  expect(mailsTo(users.admin.email)).toHaveLength(1)
  expect(mailsTo(users.technician.email)).toEqual([])
})

it('writes each notice once, also with two instances and after a failure', async () => {
  const company = await newFollowedCompany()
  const { companyId } = company
  for (let count = 0; count < 5; count += 1) await newAssignedJob(company)
  const breaking = {
    ...writer,
    consume: async (reading: Parameters<typeof writer.consume>[0]) => {
      await writer.consume(reading)
      throw new Error('the instance stops')
    },
  }
  await expect(writeNotices(company, serviceDatabase(), breaking)).rejects.toThrow('stops')
  const count = () => db.prisma.notice.count({ where: { companyId } })
  expect(await count()).toBe(0)
  const other = databaseOfOtherInstance()
  await vi.waitFor(
    async () => {
      await Promise.all([writeNotices(company), writeNotices(company, other)])
      expect(await count()).toBe(5)
    },
    { timeout: 60_000 },
  )
  const rows = await db.prisma.notice.findMany({ where: { companyId } })
  expect(rows.map(({ events }) => events)).toEqual(rows.map(() => [{ kind: 'JOB_ASSIGNED' }]))
})

it('waits while further changes may follow, and tries again after the mail server refuses', async () => {
  const company = await newFollowedCompany()
  await newAssignedJob(company)
  const { email } = company.users.technician
  const server = await startMailServer()
  await writeNotices(company, serviceDatabase(), { ...writer, consume: settling.consume })
  expect((await sendAll(server))(email)).toEqual([])
  const { companyId } = company
  const [notice] = await db.prisma.notice.findMany({ where: { companyId } })
  const waits = (notice?.nextAttemptAt.getTime() ?? 0) - (notice?.createdAt.getTime() ?? 0)
  expect(waits).toBe(120_000)
  const due = () =>
    db.prisma.notice.updateMany({ where: { companyId }, data: { nextAttemptAt: new Date(0) } })
  await due()
  server.answerWith(451)
  expect((await sendAll(server))(email)).toEqual([])
  server.answerWith(undefined)
  await due()
  expect((await sendAll(server))(email)).toHaveLength(1)
  expect(await db.prisma.notice.count({ where: { companyId } })).toBe(0)
})

it('sends a mail whose response was lost again with the same id, without newer notices', async () => {
  const company = await newFollowedCompany()
  const { companyId, users } = company
  const { email } = users.technician
  const server = await startMailServer()
  for (let count = 0; count < 2; count += 1) await newAssignedJob(company)
  await writeNotices(company)
  server.answerWith(451, 'END')
  await sendAll(server)
  server.answerWith(undefined)
  await newAssignedJob(company)
  await writeNotices(company)
  const repeated = { companyId, attempts: { gt: 0 } }
  const due = { nextAttemptAt: new Date(0) }
  expect(await db.prisma.notice.updateMany({ where: repeated, data: due })).toEqual({ count: 2 })
  const mailsTo = await sendAll(server)
  const jobsIn = ({ text }: { text?: string | undefined }) => text?.match(/Job \d+/g)?.toSorted()
  expect(mailsTo(email).map(jobsIn)).toEqual([['Job 1', 'Job 2'], ['Job 1', 'Job 2'], ['Job 3']])
  const [first, second, third] = mailsTo(email).map(({ messageId }) => messageId)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it('does not split the notices of a mail if two instances claim them again', async () => {
  const company = await newFollowedCompany()
  const { companyId } = company
  for (let count = 0; count < 3; count += 1) await newAssignedJob(company)
  await writeNotices(company)
  const claim = async () => (await claimNotices(serviceDatabase()))?.notices.length
  expect(await claim()).toBe(3)
  const due = { nextAttemptAt: new Date(0) }
  await db.prisma.notice.updateMany({ where: { companyId }, data: due })
  if (db.embedded) return
  const other = await db.pool.connect()
  onTestFinished(() => {
    other.release()
  })
  await other.query('begin')
  await other.query('select 1 from notice where company_id = $1 order by uuid limit 1 for update', [
    companyId,
  ])
  expect(await claim()).toBeUndefined()
  await other.query('rollback')
  expect(await claim()).toBe(3)
  await db.prisma.notice.deleteMany({ where: { companyId } })
})
