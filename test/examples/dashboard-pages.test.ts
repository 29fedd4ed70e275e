import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readExamples } from '../../scripts/playground-examples.js'

/** The pages that show no records: forms, and the queue, which is in the browser. */
const WITHOUT_RECORDS = /^(New|Edit|Onboard)|Form$|^QueuePage$/

it('the playground has an example for each page of the dashboard that shows records', async () => {
  const code = await readFile('examples/dashboard/src/pages/page.tsx', 'utf8')
  const components = [...code.matchAll(/^import \{ (\w+) \} from/gm)].map(([, name = '']) => name)
  const pages = components.filter((name) => !WITHOUT_RECORDS.test(name))
  expect(pages).toEqual(expect.arrayContaining(['AssetList', 'Overview', 'WeekCalendar']))
  const names = readExamples()
    .filter(({ group }) => group === 'dashboard')
    .map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(pages.map(inFileName)))
})

/** `AssetList` is `asset-list` in the name of a file. */
const inFileName = (component: string) => component.replaceAll(/(?<=.)[A-Z]/g, '-$&').toLowerCase()
