import ICAL from 'ical.js'
import { beforeEach, expect, it } from 'vitest'
import { createCalendarLink } from '../../src/domain/calendar/create-calendar-link.js'
import { revokeCalendarLink } from '../../src/domain/calendar/calendar-links.js'
import { updateCompany } from '../../src/domain/company/update-company.js'
import { updateJob } from '../../src/domain/job/update-job.js'
import { removeRecord } from '../../src/domain/removal/remove-record.js'
import { newCompany, newJob, newJobType, newSite, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { service } from '../support/graphql.js'
import { sentBy, poolOf } from '../support/statements.js'

const db = testDatabase()

const get = async (path: string, headers = {}, method = 'GET') =>
  fetch(`${await service()}${path}`, { headers, method })

/** The events of a calendar, as another program reads them. */
async function eventsOf(path: string): Promise<ICAL.Event[]> {
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await response.text()
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const root = new ICAL.Component(ICAL.parse(text) as unknown[])
  return root.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}

const property = (event: ICAL.Event | undefined, name: string) =>
  String(event?.component.getFirstPropertyValue(name))

let company: TestCompany
let path: string
beforeEach(async () => {
  company = await newCompany(db, { name: 'Harbour, Inc.', frontendUrl: 'https://harbour.example' })
  path = (await createCalendarLink(company.technician, {})).path
})

it("has the technician's jobs, with their place and instructions, at the right times", async () => {
  const place = { street: '1 Quay Road', city: 'Bristol', timezone: 'America/New_York' }
  const site = await newSite(company, { name: 'Dock; north', ...place })
  const type = await newJobType(company, { description: 'Annual inspection' })
  const summer = { scheduledStart: '2030-07-01T13:00:00Z', scheduledEnd: '2030-07-01T15:30:00Z' }
  const job = await newJob(company, {
    ...{ siteId: site.id, typeId: type.id, ...summer },
    specialInstructions: `Ring the bell.\nThen wait, ${'please '.repeat(20)}– Grüße 🚢`,
  })
  await newJob(company, { technicianId: company.users.admin.id })
  await newJob(await newCompany(db))
  const [event, ...others] = await eventsOf(path)
  expect(others).toEqual([])
  expect(event?.uid).toBe(job.uuid)
  expect(event?.summary).toBe(`Annual inspection – Dock; north (job ${job.number})`)
  expect(event?.location).toBe('1 Quay Road, Bristol')
  expect(event?.startDate.toJSDate().toISOString()).toBe('2030-07-01T13:00:00.000Z')
  expect(event?.endDate.toJSDate().toISOString()).toBe('2030-07-01T15:30:00.000Z')
  expect(event?.description).toContain('At the site: 1 Jul 2030, 09:00 to 1 Jul 2030, 11:30')
  expect(event?.description).toContain(job.specialInstructions)
  expect(property(event, 'status')).toBe('CONFIRMED')
  expect(property(event, 'url')).toBe('https://harbour.example')
})

it('raises the sequence of a job that changes, shows that it is cancelled, and drops one that is removed', async () => {
  const created = new Date(Date.now() - 60_000)
  const site = await newSite(company, { updatedAt: created })
  const times = { createdAt: created, updatedAt: created }
  const { id, uuid } = await newJob(company, { siteId: site.id, ...times })
  const [before] = await eventsOf(path)
  const scheduledStart = new Date('2030-01-07T09:30:00Z')
  await updateJob(company.admin, { id, scheduledStart })
  const [moved] = await eventsOf(path)
  expect(moved?.uid).toBe(uuid)
  expect(moved?.startDate.toJSDate()).toEqual(scheduledStart)
  expect(moved?.sequence).toBeGreaterThan(before?.sequence ?? 0)
  expect(property(moved, 'last-modified') > property(before, 'last-modified')).toBe(true)
  await db.prisma.job.update({
    where: { companyId_id: { companyId: company.companyId, id } },
    data: { status: 'cancelled' },
  })
  const [cancelled] = await eventsOf(path)
  expect(property(cancelled, 'status')).toBe('CANCELLED')
  expect(cancelled?.summary).toMatch(/^Cancelled: /)
  await removeRecord(company.admin, 'Job', { id })
  expect(await eventsOf(path)).toEqual([])
})

it('has the jobs of a site for an admin, as long as the user is one', async () => {
  const site = await newSite(company)
  const jobs = [
    await newJob(company, { siteId: site.id }),
    await newJob(company, { siteId: site.id, technicianId: company.users.admin.id }),
  ]
  await newJob(company)
  const link = await createCalendarLink(company.admin, { siteId: site.uuid })
  expect(link).toMatchObject({ siteId: site.uuid, siteName: site.name })
  const events = await eventsOf(link.path)
  expect(events.map(({ uid }) => uid).sort()).toEqual(jobs.map(({ uuid }) => uuid).sort())
  await expect(createCalendarLink(company.technician, { siteId: site.uuid })).rejects.toThrow(
    'Your role does not allow this operation.',
  )
  const { companyId, users } = company
  await db.prisma.membership.updateMany({
    where: { companyId, userId: users.admin.id },
    data: { role: 'technician' },
  })
  expect((await get(link.path)).status).toBe(404)
})

it('leaves out what ended more than 30 days ago', async () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000)
  await newJob(company, { scheduledStart: at(-40), scheduledEnd: at(-31), status: 'completed' })
  const { uuid } = await newJob(company, { scheduledStart: at(-40), scheduledEnd: at(-29) })
  expect((await eventsOf(path)).map(({ uid }) => uid)).toEqual([uuid])
})

it('answers 304 until something changes', async () => {
  const { id } = await newJob(company)
  const etag = (await get(path)).headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"/)
  const again = await get(path, { 'if-none-match': `"other", ${etag}` })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  await updateJob(company.admin, { id, reference: 'PO 7' })
  expect((await get(path, { 'if-none-match': etag })).status).toBe(200)
})

it('does not exist for other secrets, after it is revoked, and while its user is inactive', async () => {
  const own = await createCalendarLink(company.technician, {})
  const other = await newCompany(db)
  const wrong = [
    path.replace(/...\.ics$/, 'xxx.ics'),
    path.replace(/\d+-/, `${other.companyId}-`),
    path.replace('.ics', ''),
    '/calendar/1-x.ics',
    '/calendar/999999999999-x.ics',
  ]
  const answers: string[] = []
  for (const each of wrong) {
    const sent = await sentBy(poolOf(db), async () => {
      const response = await get(each)
      answers.push(`${response.status} ${await response.text()}`)
    })
    // The same work for each, so that the time is the same. On a busy server, a read that takes long is sent again.
    expect(sent.map(({ name }) => name)).toContain('open-calendar')
  }
  expect(new Set(answers)).toEqual(new Set(['404 {"message":"There is nothing here."}']))
  const { companyId, users } = company
  const setActive = (active: boolean) =>
    db.prisma.user.updateMany({ where: { companyId, id: users.technician.id }, data: { active } })
  await setActive(false)
  expect((await get(path)).status).toBe(404)
  await setActive(true)
  expect((await get(path)).status).toBe(200)
  const revoked = await revokeCalendarLink(company.technician, { id: own.uuid })
  expect(revoked.revokedAt).toBeInstanceOf(Date)
  expect((await get(own.path)).status).toBe(404)
  expect((await get(path)).status).toBe(200)
  await expect(revokeCalendarLink(other.admin, { id: own.uuid })).rejects.toThrow('no such')
  const post = await get(path, {}, 'POST')
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

it('stores the hash of the secret only, and limits the links of a user', async () => {
  const secret = /fis_calendar_[\w-]+/.exec(path)?.[0] ?? ''
  const { rows } = await db.pool.query<{ text: string }>(
    'select l::text as text from calendar_link l where company_id = $1',
    [company.companyId],
  )
  expect(rows.map(({ text }) => text).join()).not.toContain(Buffer.from(secret).toString('hex'))
  for (let count = 1; count < 20; count += 1) await createCalendarLink(company.technician, {})
  await expect(createCalendarLink(company.technician, {})).rejects.toMatchObject({
    errors: [{ code: 'NOT_ALLOWED' }],
  })
})

it.each([
  ['https://harbour.example:8443/jobs?of=me', 'url', 'https://harbour.example:8443/jobs?of=me'],
  ['https://Harbour.Example', 'url', 'https://harbour.example/'],
  ['https://my_app.example/a@b', 'description', 'https://my_app.example/a@b'],
  // The check of a package takes exponential time for these.
  [
    `https://${'a'.repeat(30)}.${'b'.repeat(30)}.${'c'.repeat(30)}.${'d'.repeat(30)}.x_/ x`,
    'description',
    '.x_/%20x',
  ],
  [`https://a.example/@${`${'a'.repeat(40)}.`.repeat(8)}!`, 'description', '.!'],
])('leads to the application at %s', async (frontendUrl, name, shown) => {
  await updateCompany(company.admin, { frontendUrl })
  await newJob(company)
  const [event] = await eventsOf(path)
  expect(property(event, name)).toContain(shown)
})
