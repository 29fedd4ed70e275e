import { beforeAll, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { ADMIN } from './dashboard.js'

const dashboard = useDashboard()

let ask: Ask
/** The pages of the dashboard that show numbers, with records of the demo that have some. */
let paths: readonly string[]
beforeAll(async () => {
  ask = await askAs(ADMIN)
  const { sites, assets, jobs, inspections, findings, checklists, company } = await ask(`{
    sites(first: 1) { nodes { id client { id } } }
    assets(first: 1, filter: { neverInspected: false }) { nodes { id } }
    jobs(first: 1) { nodes { id } }
    inspections(first: 1) { nodes { id } }
    findings(first: 1) { nodes { id } }
    checklists(first: 1) { nodes { id } }
    company { apiKeys(first: 1) { nodes { id } } }
  }`)
  const [site] = sites.nodes
  paths = [
    ...['', 'sites', `sites/${site.id}`, `clients/${site.client.id}`, 'zones', 'assets'],
    ...[
      `assets/${assets.nodes[0].id}`,
      'jobs',
      `jobs/${jobs.nodes[0].id}`,
      'jobs/board',
      'jobs/week',
    ],
    ...['findings', `findings/${findings.nodes[0].id}`],
    ...['inspections', `inspections/${inspections.nodes[0].id}`],
    ...['checklists', `checklists/${checklists.nodes[0].id}`, 'company', 'profile'],
    ...['keys', `keys/${company.apiKeys.nodes[0].id}`, 'webhooks'],
  ]
})

/** Names of numbers that count no records, or whose records are on the same page. */
const OTHERS = ['Barcode', 'Passes from', 'Questions', 'Registration number', 'Score', 'Telephone']
  .concat('Version')
  // No filter of the graph finds the inspections in which a question was answered so.
  .concat('Answers', 'Failing', 'Not applicable')
  // The service counts the uses of an API key, and keeps no record of each.
  .concat('Uses')

/** Pages without a number that counts other records. */
const NO_NUMBERS =
  /^(assets|jobs(\/week)?|(findings|inspections|keys)(\/.*)?|company|profile|webhooks)$/

/** The links that have a number: it is the whole text, or the name of records follows. */
const LINKED = `[...document.querySelectorAll('main a')]
  .filter(({ textContent }) => /^\\d[\\d,]*( [a-z ]+)?$/.test(textContent.trim())).length`

/** Numbers outside of a link that may count records: the whole text of an element, or followed by the name of records. */
const UNLINKED = `(() => {
  const nouns = /\\b\\d[\\d,]* (site|zone|asset|job|inspection|finding|document|file|checklist|question|client|user)s?\\b/
  const found = []
  for (const parent of document.querySelectorAll('main *')) {
    const texts = [...parent.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const text = texts.map(({ data }) => data).join('').trim()
    if (!(/^\\d[\\d,]*( \\(\\d+ %\\),?)?$/.test(text) || nouns.test(text)) || text === '0') continue
    if (parent.closest('a, svg, button, label, select, h1, [role=status], .hidden, .week-head')) continue
    const name = parent.closest('td')?.dataset.label ?? parent.closest('dd')?.previousSibling.textContent
    if (!${JSON.stringify(OTHERS)}.includes(name)) found.push((name ?? parent.outerHTML) + ': ' + text)
  }
  return found
})()`

test('each number on a page that counts records is a link', async () => {
  const { page, goSignedIn, go } = dashboard
  await goSignedIn('')
  const found: string[] = []
  for (const path of paths) {
    await go(path)
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    )
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
    if (!NO_NUMBERS.test(path))
      await expect.poll(() => page.evaluate<number>(LINKED), { message: path }).toBeGreaterThan(0)
    else if (path !== 'webhooks')
      await page.locator('main :is(td, dd, .week-head)').first().waitFor()
    for (const text of await page.evaluate<string[]>(UNLINKED)) found.push(`${path}: ${text}`)
  }
  expect(found).toEqual([])
})

test('the page of a job links to the jobs that overlap with it', async () => {
  const { page, goSignedIn, shows } = dashboard
  const { jobs } =
    await ask(`{ jobs(first: 100, filter: { statuses: [SCHEDULED, IN_PROGRESS, PAUSED] }) {
    nodes { id conflicts { totalCount nodes { number } } } } }`)
  const job = (jobs.nodes as Overlapping[]).find(({ conflicts }) => conflicts.totalCount > 0)!
  await goSignedIn(`jobs/${job.id}`)
  const { totalCount, nodes } = job.conflicts
  const count = totalCount === 1 ? '1 job' : `${totalCount} jobs`
  await page.getByRole('definition').getByRole('link', { name: count, exact: true }).first().click()
  await shows(count)
  for (const { number } of nodes) await page.getByRole('link', { name: `#${number}` }).waitFor()
})

interface Overlapping {
  readonly id: string
  readonly conflicts: {
    readonly totalCount: number
    readonly nodes: readonly { readonly number: number }[]
  }
}
