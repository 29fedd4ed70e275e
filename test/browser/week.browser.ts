import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { ADMIN, TECHNICIAN } from './dashboard.js'

const HOUR_MS = 3_600_000
const HOUR_WIDTH = 14

const dashboard = useDashboard()
const { goSignedIn, shows, press, dragToRow } = dashboard

interface Job {
  readonly id: string
  readonly number: number
  readonly scheduledStart: string
  readonly technician: { readonly id: string; readonly fullName: string }
  readonly conflicts: { readonly totalCount: number }
}

let ask: Ask
/** A job that can be moved, on the second day of its week or later, so that the calendar need not scroll far. */
let job: Job
const jobNow = async (): Promise<Job> =>
  (
    await ask(
      `query ($id: ID!) { job(id: $id) {
        id number scheduledStart technician { id fullName } conflicts { totalCount }
      } }`,
      { id: job.id },
    )
  ).job
const startOf = ({ scheduledStart }: Job) => new Date(scheduledStart).getTime()
const jobInCalendar = () =>
  dashboard.page.getByRole('button', { name: new RegExp(`^#${job.number} `) })

beforeAll(async () => {
  ask = await askAs(ADMIN)
  const { jobs } = await ask(`{ jobs(first: 1, filter: { statuses: [SCHEDULED] },
    orderBy: [{ field: SCHEDULED_START, direction: DESC }]) { nodes { id } } }`)
  job = jobs.nodes[0]
})
// A test that has failed may have moved the job.
beforeEach(async () => {
  job = await jobNow()
})
/** The place of the job in its row, in pixels. */
const leftOfJob = async () =>
  Number(/left: ([\d.]+)px/.exec((await jobInCalendar().getAttribute('style')) ?? '')?.[1])
/** The technicians of the rows, when the calendar is shown. */
const technicianIds = () =>
  dashboard.page.evaluate<string[]>(
    `[...document.querySelectorAll('.week [data-technician]')].map((row) => row.dataset.technician)`,
  )
const goToWeek = (username?: string) =>
  goSignedIn(`jobs/week?week=${job.scheduledStart.slice(0, 10)}`, username)

test('the arrow keys and Enter move a job to another hour and technician, and undo moves it back', async () => {
  const { page } = dashboard
  await goToWeek()
  await jobInCalendar().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  // The next row, or the one before: which technician has the job depends on the day.
  const isLast = (await technicianIds()).at(-1) === job.technician.id
  await page.keyboard.press(isLast ? 'ArrowUp' : 'ArrowDown')
  expect(startOf(await jobNow())).toBe(startOf(job))
  const left = await leftOfJob()
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as Body
    if (operationName === 'MoveJob') await answered
    await route.continue()
  })
  await page.keyboard.press('Enter')
  // Before the service has answered, the job is in its new place, and its new element has the focus.
  await expect.poll(leftOfJob).toBe(left + 2 * HOUR_WIDTH)
  expect(await jobInCalendar().getAttribute('style')).not.toContain('transform')
  await jobInCalendar().and(page.locator(':focus')).waitFor()
  answer()
  await shows(`Job ${job.number}: `)
  const moved = await jobNow()
  expect(startOf(moved)).toBe(startOf(job) + 2 * HOUR_MS)
  expect(moved.technician.id).not.toBe(job.technician.id)
  await press('Undo')
  await expect.poll(async () => startOf(await jobNow())).toBe(startOf(job))
  expect((await jobNow()).technician.id).toBe(job.technician.id)
})

test('Escape puts a job back', async () => {
  const { page } = dashboard
  await goToWeek()
  await jobInCalendar().focus()
  await page.keyboard.press('ArrowLeft')
  await page.locator('.week-target').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.locator('.week-target').count()).toBe(0)
  expect(startOf(await jobNow())).toBe(startOf(job))
})

test('the pointer drags a job to another hour', async () => {
  const { page } = dashboard
  await goToWeek()
  await jobInCalendar().scrollIntoViewIfNeeded()
  const box = await jobInCalendar().boundingBox()
  if (!box) throw new Error('The job is not visible.')
  const [x, y] = [box.x + 6, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 3 * HOUR_WIDTH, y, { steps: 3 })
  await page.mouse.up()
  await shows(`Job ${job.number}: `)
  await expect.poll(async () => startOf(await jobNow())).toBe(startOf(job) - 3 * HOUR_MS)
  await press('Undo')
  await expect.poll(async () => startOf(await jobNow())).toBe(startOf(job))
})

test('the pointer drags a job to another technician', async () => {
  const { page } = dashboard
  await goToWeek()
  const rows = page.locator('.week [data-technician]')
  await jobInCalendar().waitFor()
  const ids = await technicianIds()
  const at = ids.indexOf(job.technician.id)
  const other = at > 0 ? at - 1 : at + 1
  await rows.nth(Math.min(at, other)).scrollIntoViewIfNeeded()
  await jobInCalendar().scrollIntoViewIfNeeded()
  await dragToRow(jobInCalendar(), rows.nth(other))
  await shows(`Job ${job.number}: `)
  await expect.poll(async () => (await jobNow()).technician.id).toBe(ids[other])
  expect(startOf(await jobNow())).toBe(startOf(job))
  await press('Undo')
  await expect.poll(async () => (await jobNow()).technician.id).toBe(job.technician.id)
})

test('a job in conflict says with how many jobs', async () => {
  const { jobs } = await ask(
    `{ jobs(first: 100, filter: { statuses: [SCHEDULED, PAUSED, IN_PROGRESS] }) { nodes {
      id number scheduledStart technician { id fullName } conflicts { totalCount }
    } } }`,
  )
  job = (jobs.nodes as Job[]).find(({ conflicts }) => conflicts.totalCount > 0)!
  await goToWeek()
  const count = job.conflicts.totalCount
  const label = await jobInCalendar().getAttribute('aria-label')
  expect(label).toContain(count === 1 ? '1 conflict' : `${count} conflicts`)
})

test('a technician cannot move a job', async () => {
  const { page } = dashboard
  await goToWeek(TECHNICIAN)
  await jobInCalendar().focus()
  await page.keyboard.press('ArrowRight')
  expect(await page.locator('.week-target').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Job #${job.number}` }).waitFor()
})

test('short jobs have a readable text that covers no other job, and the hours stay when it scrolls', async () => {
  const { page } = dashboard
  const { jobTypes, sites } = await ask(`{
    jobTypes(first: 1, filter: { active: true }) { nodes { id } } sites(first: 1) { nodes { id } } }`)
  const ids: string[] = []
  for (const [from, to] of [
    ['08:00', '08:15'],
    ['08:15', '08:45'],
    ['08:30', '08:45'],
    ['09:00', '18:00'],
  ]) {
    const input = {
      ...{ jobTypeId: jobTypes.nodes[0].id, siteId: sites.nodes[0].id },
      technicianId: job.technician.id,
      scheduledStart: `2036-01-09T${from}:00Z`,
      scheduledEnd: `2036-01-09T${to}:00Z`,
    }
    const { createJob } = await ask(
      'mutation ($input: CreateJobInput!) { createJob(input: $input) { job { id } } }',
      { input },
    )
    ids.push(createJob.job.id)
  }
  await page.setViewportSize({ width: 1280, height: 500 })
  await goSignedIn('jobs/week?week=2036-01-09')
  const boxes = page.locator('.week-job')
  await expect.poll(() => boxes.count()).toBe(4)
  const places = await page.evaluate<
    Record<'left' | 'right' | 'top' | 'bottom' | 'width', number>[]
  >(
    `[...document.querySelectorAll('.week-job')].map((box) => box.getBoundingClientRect().toJSON())`,
  )
  for (const [index, one] of places.entries()) {
    expect(one.width).toBeGreaterThan(60)
    for (const other of places.slice(index + 1)) {
      const isApart = other.left >= one.right - 1 || one.left >= other.right - 1
      expect(isApart || other.top >= one.bottom || one.top >= other.bottom).toBe(true)
    }
  }
  expect(await boxes.first().getAttribute('title')).toMatch(/08:00 – .*08:15$/)

  const head = page.locator('.week-head')
  const top = async () => Math.round((await head.boundingBox())?.y ?? 0)
  const before = await top()
  const scrolled = await page.evaluate<number>(`(() => {
    const week = document.querySelector('.week')
    week.scrollTop = week.scrollHeight
    return week.scrollTop
  })()`)
  expect(scrolled).toBeGreaterThan(50)
  expect(await top()).toBe(before)
  const belowHead = await page.evaluate<number>(`(() => {
    const row = document.querySelector('[data-technician="${job.technician.id}"]')
    const head = document.querySelector('.week-head').getBoundingClientRect()
    document.querySelector('.week').scrollTop = row.offsetTop - head.height + 50
    return row.querySelector('a').getBoundingClientRect().top - head.bottom
  })()`)
  expect(belowHead).toBeGreaterThanOrEqual(0)
  for (const id of ids)
    await ask('mutation ($id: ID!) { cancelJob(input: { id: $id }) { job { id } } }', { id })
})

test('the calendar of this week shows today first', async () => {
  const { page } = dashboard
  await goSignedIn('jobs/week')
  await page.locator('.week-head [aria-current="date"]').waitFor()
  const [days, scrolled, most] = await page.evaluate<[number, number, number]>(`(() => {
    const week = document.querySelector('.week')
    const heads = [...week.querySelectorAll('.week-head span')]
    const days = heads.findIndex((head) => head.ariaCurrent === 'date') - 1
    return [days, week.scrollLeft, week.scrollWidth - week.clientWidth]
  })()`)
  expect(Math.abs(scrolled - Math.min(days * 24 * HOUR_WIDTH, most))).toBeLessThan(3)
})

test('the link to this week keeps the chosen technicians', async () => {
  const { page } = dashboard
  const { id } = job.technician
  await goSignedIn(`jobs/week?week=2036-01-09&technicianIds=${id}`)
  await expect.poll(technicianIds).toEqual([id])
  await page.getByRole('link', { name: 'This week' }).click()
  await page.locator('.week-head [aria-current="date"]').waitFor()
  expect(page.url()).toMatch(new RegExp(`jobs/week\\?technicianIds=${id}$`))
})

/** The sizes of pages in the next test; the calendar reads 100 records at a time. */
const PAGE_SIZES: Readonly<Record<string, number>> = { Week: 20, TechniciansOfWeek: 2 }

interface Body {
  readonly operationName: string
  readonly query: string
  readonly variables: { readonly filter?: object }
}

test('the week has all its jobs and a row for each technician, also if they are on several pages', async () => {
  const { page } = dashboard
  const { users } = await ask(
    '{ users(first: 100, filter: { roles: [TECHNICIAN], active: true }) { nodes { id } } }',
  )
  const ids = (users.nodes as { id: string }[]).map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(4)
  let filter: object | undefined
  await page.route('**/graphql', async (route) => {
    const { operationName, query, variables } = route.request().postDataJSON() as Body
    const size = PAGE_SIZES[operationName]
    if (size === undefined) return route.continue()
    if (operationName === 'Week') ({ filter } = variables)
    const smaller = {
      operationName,
      variables,
      query: query.replace('first: 100', `first: ${size}`),
    }
    return route.continue({ postData: JSON.stringify(smaller) })
  })
  await goSignedIn('jobs/week')
  await expect.poll(technicianIds).toEqual(expect.arrayContaining(ids))
  const { jobs } = await ask(
    'query ($filter: JobFilter) { jobs(filter: $filter) { totalCount } }',
    {
      filter,
    },
  )
  expect(jobs.totalCount).toBeGreaterThan(20)
  await expect.poll(() => page.locator('.week-job').count()).toBe(jobs.totalCount)
})
