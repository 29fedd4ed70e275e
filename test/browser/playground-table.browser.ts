import { expect, test } from 'vitest'
import { Playground, VIEWS } from './playground.js'

const playground = new Playground()

/** Two lists; the columns of the first one are wider than any pane. */
const QUERY = `{
  assets(first: 60) {
    nodes { id code status createdAt updatedAt site { id name } zone { id name } type { id name } }
  }
  sites(first: 2) { nodes { name } }
}`

/** Where the table lies: its part of the page, and what is over it. */
const FIND = `(() => {
  const table = document.querySelector('.list-table')
  const [pane, part] = [document.querySelector('.graphiql-response'), table].map((each) =>
    each.getBoundingClientRect())
  const over = new Set()
  for (let x = part.left + 3; x < part.right - 3; x += 9) {
    for (let y = part.top + 3; y < part.bottom - 3; y += 9) {
      const found = document.elementFromPoint(x, y)
      if (!table.contains(found)) over.add(found?.className)
    }
  }
  const covered = [...document.querySelectorAll('.account button')].filter(
    (button) => button.getBoundingClientRect().bottom > document.querySelector('.with-table').getBoundingClientRect().top)
  return {
    inPane: part.left >= pane.left && part.right <= pane.right && part.bottom <= pane.bottom,
    scrolls: table.scrollWidth > table.clientWidth && table.scrollHeight > table.clientHeight,
    page: document.documentElement.scrollWidth,
    over: [...over],
    covered: covered.length,
  }
})()`

test.each(VIEWS)(
  'the table of a list scrolls inside the pane of the response: $colorScheme, $width px',
  async ({ colorScheme, width }) => {
    const { page } = playground
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    await playground.follow({ query: QUERY })
    if (width < 700) await playground.click('Query')
    await expect.poll(playground.query).toContain('assets(first: 60)')
    await playground.run()
    if (width < 700) await playground.click('Response')
    await playground.click('Table')
    await page.getByRole('region', { name: 'Table of assets' }).waitFor()
    const expected = { inPane: true, scrolls: true, page: width, over: [], covered: 0 }
    expect(await page.evaluate(FIND)).toEqual(expected)
    await page.getByLabel('List').selectOption('sites')
    const rows = page.getByRole('region', { name: 'Table of sites' }).locator('tbody tr')
    expect(await rows.count()).toBe(2)
    await playground.click('Table')
    await expect.poll(playground.answer).toContain('"nodes"')
  },
)
