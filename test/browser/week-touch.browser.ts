import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { newJob } from './new-job.js'

const HOUR_MS = 3_600_000
const HOUR_WIDTH = 14
const ADMIN = 'admin@summit.example'

const dashboard = useDashboard()
const { goSignedIn, shows, press } = dashboard

interface Job {
  readonly id: string
  readonly number: number
  readonly scheduledStart: string
  readonly technician: { readonly id: string }
}

let ask: Ask
let id: string
let job: Job
let finger: CDPSession

const jobNow = async (): Promise<Job> =>
  (
    await ask(`query ($id: ID!) { job(id: $id) { id number scheduledStart technician { id } } }`, {
      id,
    })
  ).job
const startOf = ({ scheduledStart }: Job) => new Date(scheduledStart).getTime()

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
  finger.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
  })

/** A finger that touches the screen, rests there, and goes to another place in steps; without a rest, as fast as it can. */
async function drag(from: readonly [number, number], to: readonly [number, number], restMs = 0) {
  const begun = touch('touchStart', ...from)
  if (restMs > 0) await begun.then(() => delay(restMs))
  const steps = [0.25, 0.5, 0.75, 1].map((step) =>
    touch('touchMove', from[0] + (to[0] - from[0]) * step, from[1] + (to[1] - from[1]) * step),
  )
  await Promise.all([begun, ...steps, touch('touchEnd')])
}

/** How far the page and the calendar are scrolled. */
const scrolled = () =>
  dashboard.page.evaluate<[left: number, top: number]>(`(() => {
    const week = document.querySelector('.week')
    return [week.scrollLeft, week.scrollTop + scrollY]
  })()`)

const box = () => dashboard.page.getByRole('button', { name: new RegExp(`^#${job.number} `) })

/** A point of the job, and the centre of the row of the technician after or before its own one. */
async function places() {
  await box().evaluate((element) => {
    const { scrollIntoView } = element as unknown as { scrollIntoView: (at: object) => void }
    scrollIntoView.call(element, { block: 'center', inline: 'center' })
  })
  const rows = dashboard.page.locator('.week [data-technician]')
  const ids = await dashboard.page.evaluate<string[]>(
    `[...document.querySelectorAll('.week [data-technician]')].map((row) => row.dataset.technician)`,
  )
  const at = ids.indexOf(job.technician.id)
  // The first row may be that of jobs without a technician, whose id is empty.
  const other = ids[at - 1] ? at - 1 : at + 1
  const [place, row] = await Promise.all([box().boundingBox(), rows.nth(other).boundingBox()])
  if (!place || !row) throw new Error('The job or the other row is not visible.')
  return {
    from: [place.x + 6, place.y + place.height / 2] as const,
    otherY: row.y + row.height / 2,
    otherId: ids[other],
  }
}

beforeAll(async () => {
  ask = await askAs(ADMIN)
  // In a week in which no other file has jobs.
  const times = { scheduledStart: '2036-05-07T12:00:00Z', scheduledEnd: '2036-05-07T14:00:00Z' }
  id = (await newJob(ask, times)).id
})
beforeEach(async () => {
  job = await jobNow()
  await dashboard.page.setViewportSize({ width: 390, height: 500 })
  finger = await dashboard.page.context().newCDPSession(dashboard.page)
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await goSignedIn(`jobs/week?week=${job.scheduledStart.slice(0, 10)}`, ADMIN)
  await box().waitFor()
})

test('a finger that has rested on a job drags it to another technician, and scrolls nothing', async () => {
  const { from, otherY, otherId } = await places()
  const before = await scrolled()
  await drag(from, [from[0], otherY], 500)
  await shows(`Job ${job.number}: `)
  expect(await scrolled()).toEqual(before)
  await expect.poll(async () => (await jobNow()).technician.id).toBe(otherId)
  expect(startOf(await jobNow())).toBe(startOf(job))
  await press('Undo')
  await expect.poll(async () => (await jobNow()).technician.id).toBe(job.technician.id)
})

test('a finger that has rested on a job drags it to another hour', async () => {
  const { from } = await places()
  const before = await scrolled()
  await drag(from, [from[0] - 3 * HOUR_WIDTH, from[1]], 500)
  await shows(`Job ${job.number}: `)
  expect(await scrolled()).toEqual(before)
  await expect.poll(async () => startOf(await jobNow())).toBe(startOf(job) - 3 * HOUR_MS)
  await press('Undo')
  await expect.poll(async () => startOf(await jobNow())).toBe(startOf(job))
})

test('a swipe that begins on a job, or beside it, scrolls and moves no job', async () => {
  const { page } = dashboard
  const updates: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('mutation MoveJob')) updates.push(request.url())
  })
  /** Swipes from a job that is in the middle of the screen; the page is then scrolled, because the screen is low. */
  const swipe = async (right: number, down: number) => {
    const { from } = await places()
    const before = await scrolled()
    await drag(from, [from[0] + right, from[1] + down])
    return before
  }
  const [, top] = await swipe(0, 150)
  await expect.poll(async () => (await scrolled())[1]).toBeLessThan(top)
  const [left] = await swipe(100, 0)
  await expect.poll(async () => (await scrolled())[0]).toBeLessThan(left)
  const { from } = await places()
  const [, before] = await scrolled()
  // The name of the technician.
  await drag([40, from[1]], [40, from[1] + 150], 500)
  await expect.poll(async () => (await scrolled())[1]).toBeLessThan(before)
  expect(await page.locator('.week-target').count()).toBe(0)
  expect(updates).toEqual([])
  expect(startOf(await jobNow())).toBe(startOf(job))
})
