import { expect, test } from 'vitest'
import { seriousIn } from './accessibility.js'
import { Playground, VIEWS } from './playground.js'

const playground = new Playground({ opens: false })

const expectNoneSerious = async () => {
  expect(await seriousIn(playground.page)).toEqual([])
}

/** Opens the page in one of the views, after its first query has run. */
async function openAs({ colorScheme, width }: (typeof VIEWS)[number]) {
  const { page } = playground
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 844 })
  // The editor reads the preference when the page opens.
  await playground.open()
  await expect.poll(() => page.locator('.run').count()).toBe(1)
}

// One test for each view, because opening the page takes most of its time.
test.each(VIEWS)('axe finds nothing serious: $colorScheme, $width px', async (view) => {
  await openAs(view)
  await expectNoneSerious()
  await lookAtTable(view.width)
  await lookAtPlugins()
  await lookAtDialogs()
})

async function lookAtTable(width: number) {
  const { page } = playground
  const isPhone = width < 700
  if (isPhone) await playground.click('Response')
  await playground.click('Table')
  await page.getByRole('region', { name: 'Table of sites' }).waitFor()
  await expectNoneSerious()
  await playground.click('Table')
  if (isPhone) await playground.click('Query')
  await playground.removeClipboard()
  await playground.click('Copy as code or link')
  await page.getByRole('menuitem').first().waitFor()
  await expectNoneSerious()
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy this text' })
  await dialog.waitFor()
  await expectNoneSerious()
  await dialog.getByRole('button', { name: 'Close' }).click()
}

async function lookAtPlugins() {
  const { page } = playground
  await playground.click('Show Examples')
  await expect.poll(() => page.locator('.examples li').count()).toBeGreaterThan(40)
  await expectNoneSerious()
  await playground.click('Show Query builder')
  await page.locator('.graphiql-explorer-root select').waitFor()
  await expectNoneSerious()
  await playground.click('Show History')
  await page.locator('.graphiql-history-item').first().waitFor()
  await expectNoneSerious()
  await playground.click('Show Documentation Explorer')
  const docs = page.locator('.graphiql-plugin')
  await docs.getByRole('link', { name: 'Query', exact: true }).waitFor({ timeout: 120_000 })
  await expectNoneSerious()
  await docs.getByRole('link', { name: 'Query', exact: true }).click()
  await docs.getByRole('link', { name: 'assets', exact: true }).waitFor()
  await expectNoneSerious()
  await docs.getByRole('link', { name: 'assets', exact: true }).click()
  await docs.locator('pre').waitFor()
  await expectNoneSerious()
  // On a phone, a plugin hides what is below it.
  await playground.click('Hide Documentation Explorer')
}

async function lookAtDialogs() {
  await playground.click('Keys')
  await expectNoneSerious()
  await playground.click('Close')
  await playground.click('Sign out')
  await playground.click('Sign in')
  await expectNoneSerious()
}
