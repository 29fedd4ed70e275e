import { expect, it } from 'vitest'
import { writeDigests } from '../../../src/domain/notification/write-digests.js'
import { updateNotificationPreferences } from '../../../src/domain/notification/update-preferences.js'
import {
  at,
  newAsset,
  newCompany,
  newFinding,
  newJob,
  newSite,
  newZone,
} from '../../support/builders.js'
import { databaseOfOtherInstance, serviceDatabase, testDatabase } from '../../support/database.js'
import { startMailServer } from '../../support/mail-server.js'
import { sendAll } from './mails.js'

const db = testDatabase()

/** A technician of New York with a digest on Mondays and Fridays at eight. */
async function newReader() {
  const company = await newCompany(db, { createdAt: new Date('2026-01-01') })
  const { companyId, users } = company
  const where = { companyId, id: users.technician.id }
  await db.prisma.user.updateMany({ where, data: { timezone: 'America/New_York' } })
  await updateNotificationPreferences(at(company.technician, '2030-07-02T12:00:00Z'), {
    digestDays: ['MONDAY', 'FRIDAY'],
    digestHour: 8,
  })
  const count = async (now: string) => {
    // Each call writes those of ten companies.
    while (await writeDigests(serviceDatabase(), new Date(now)));
    return db.prisma.notice.count({ where: { companyId } })
  }
  return { company, count }
}

it('is written at the hour of the time zone, once for each day', async () => {
  const { count } = await newReader()
  // The 5th of July 2030 is a Friday, on which New York is four hours behind UTC.
  expect(await count('2030-07-05T11:59:59Z')).toBe(0)
  expect(await count('2030-07-05T12:00:00Z')).toBe(1)
  expect(await count('2030-07-05T12:00:30Z')).toBe(1)
})

it('follows the user to another time zone, and to standard time', async () => {
  const { company, count } = await newReader()
  const { companyId, users } = company
  const where = { companyId, id: users.technician.id }
  expect(await count('2030-12-06T12:59:59Z')).toBe(1)
  await db.prisma.notice.deleteMany({ where: { companyId } })
  // What was just written is the digest of Monday: Friday's is at 13:00 in winter.
  expect(await count('2030-12-06T12:59:59Z')).toBe(0)
  await db.prisma.user.updateMany({ where, data: { timezone: 'Europe/London' } })
  expect(await count('2030-12-06T12:59:59Z')).toBe(1)
})

it('is one after an outage, and one over several instances', async () => {
  const { company, count } = await newReader()
  const { companyId } = company
  expect(await count('2030-08-15T12:00:00Z')).toBe(1)
  await db.prisma.notice.deleteMany({ where: { companyId } })
  const other = databaseOfOtherInstance()
  const now = new Date('2030-08-16T12:00:00Z')
  await Promise.all(
    [serviceDatabase(), other, serviceDatabase(), other].map((each) => writeDigests(each, now)),
  )
  expect(await db.prisma.notice.count({ where: { companyId } })).toBe(1)
})

it('says what is late and due, which sites fail, and which findings are open', async () => {
  const company = await newCompany(db)
  const { companyId, users } = company
  const hours = (from: number, to: number) => ({
    scheduledStart: new Date(Date.now() + from * 3_600_000),
    scheduledEnd: new Date(Date.now() + to * 3_600_000),
  })
  const site = await newSite(company, { name: 'Dock north', timezone: 'Europe/London' })
  const zone = await newZone(company, { siteId: site.id })
  for (let count = 0; count < 12; count += 1)
    await newJob(company, { siteId: site.id, ...hours(24, 26) })
  const late = await newJob(company, { siteId: site.id, ...hours(-30, -26) })
  await newJob(company, { siteId: site.id, ...hours(24 * 8, 24 * 8 + 1) })
  await newJob(company, { siteId: site.id, technicianId: users.admin.id, ...hours(-9, -8) })
  const day = 86_400_000
  const asset = await newAsset(company, { zoneId: zone.id, defective: true })
  await newAsset(company, { zoneId: zone.id, nextInspection: new Date(Date.now() - day) })
  await newAsset(company, { zoneId: zone.id, nextInspection: new Date(Date.now() + 3 * day) })
  await newAsset(company, { zoneId: zone.id, nextInspection: new Date(Date.now() + 8 * day) })
  await newFinding(company, { assetId: asset.id, jobId: late.id, title: 'Loose bolt' })
  await newFinding(company, { assetId: asset.id, dueAt: new Date('2099-01-01'), title: 'Rust' })
  const removed = await newJob(company, {
    siteId: site.id,
    ...hours(-30, -26),
    deletedAt: new Date(),
  })
  await newFinding(company, { assetId: asset.id, jobId: removed.id, title: 'Dent' })
  const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
  const data = { digestDays: days, digestedAt: new Date(0) }
  await db.prisma.user.updateMany({ where: { companyId }, data })
  await writeDigests(serviceDatabase(), new Date())
  await db.prisma.notice.updateMany({ where: { companyId }, data: { nextAttemptAt: new Date(0) } })
  const mailsTo = await sendAll(await startMailServer())
  const read = (email: string) => {
    const [mail, ...more] = mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.subject).toContain('your digest')
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('/DIGEST/')
    return mail?.text ?? ''
  }
  const [own, all] = [read(users.technician.email), read(users.admin.email)]
  expect(own).toContain('Late jobs: 1\n')
  expect(own).toContain('Jobs of the next seven days: 12\n')
  expect(own).toContain('- and 2 more')
  expect(own).toContain('Open findings: 1\n- Overdue: Loose bolt')
  expect(own).not.toContain('Failing sites')
  expect(all).toContain('Late jobs: 2\n')
  expect(all).toContain('Failing sites: 1\n- Dock north: 1 defective')
  expect(all).toContain('Open findings: 3\n')
  expect(all).toContain('Inspections of assets\n- 1 overdue\n- 1 due in the next seven days')
})
