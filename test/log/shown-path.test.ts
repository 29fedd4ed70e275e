import { expect, it } from 'vitest'
import { shownPath } from '../../src/log/shown-path.js'

it.each([
  ['/graphql?access_token=hidden', '/graphql'],
  ['/calendar/1-fis_calendar_hidden.ics', '/calendar/1-fis_calendar_….ics'],
  [`/unsubscribe/1/0190/JOB_LATE/${'h'.repeat(43)}`, '/unsubscribe/1/0190/JOB_LATE/…'],
  [`/sites/${'x'.repeat(2000)}`, `/sites/${'x'.repeat(993)}…`],
])('a path is shown without secrets, and cut: %s', (target, shown) => {
  expect(shownPath(target)).toBe(shown)
})

it('a path of many slashes takes no longer than others', () => {
  const start = performance.now()
  expect(shownPath(`/unsubscribe/${'/'.repeat(1_000_000)}`)).toHaveLength(1001)
  expect(performance.now() - start).toBeLessThan(30_000)
})
