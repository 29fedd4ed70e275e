import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Playground } from './playground.js'

const playground = new Playground()

const QUERY = 'query Types($first: Int!) { assetTypes(first: $first) { totalCount } }'

const drawer = () => playground.page.getByRole('region', { name: 'Saved operations' })
const names = () => drawer().getByRole('listitem').allInnerTexts()
const openDrawer = async () => {
  await playground.click('Show Examples')
  await drawer().waitFor()
}
const choose = (path: string) =>
  drawer().getByLabel('A file of saved operations').setInputFiles(path)

test('an operation is saved with a name, opened after a reload, and deleted', async () => {
  const { page } = playground
  await playground.follow({ query: QUERY, variables: '{"first":1}' })
  await expect.poll(playground.query).toContain('query Types')
  await openDrawer()
  await drawer().getByLabel('Name for this operation').fill('My types')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names()).join()).toContain('My types')

  // The page remembers that the drawer is open.
  await page.goto(page.url().replace(/\?.*/, ''))
  await drawer().waitFor()
  const tabs = (await playground.tabs()).length
  await drawer().getByRole('button', { name: 'My types', exact: true }).click()
  await expect.poll(async () => (await playground.tabs()).length).toBe(tabs + 1)
  await expect.poll(playground.query).toContain('query Types')
  await playground.run()
  await expect.poll(playground.answer).toContain('"totalCount": 9')

  await playground.click('Delete My types')
  await expect.poll(names).toEqual([])
  await page.reload()
  await drawer().waitFor()
  expect(await names()).toEqual([])
})

test('the saved operations are a file, which another browser imports', async () => {
  const { page } = playground
  await playground.follow({ query: QUERY, variables: '{"first":1}' })
  await expect.poll(playground.query).toContain('query Types')
  await openDrawer()
  for (const name of ['Second', 'First']) {
    await drawer().getByLabel('Name for this operation').fill(name)
    await playground.click('Save')
  }
  await expect.poll(async () => (await names()).join()).toMatch(/First.*Second/s)
  const saving = page.waitForEvent('download')
  await playground.click('Export')
  const path = join(playground.folder, 'operations.json')
  await (await saving).saveAs(path)
  const operations = JSON.parse(await readFile(path, 'utf8'))
  expect(operations).toEqual(
    ['First', 'Second'].map((name) => ({ name, query: QUERY, variables: '{\n  "first": 1\n}' })),
  )

  await page.evaluate('localStorage.clear()')
  await page.reload()
  await openDrawer()
  expect(await names()).toEqual([])
  await writeFile(join(playground.folder, 'other.json'), '[{"name":"No query"}]')
  await choose(join(playground.folder, 'other.json'))
  await drawer().getByRole('alert').getByText('other.json has no saved operations.').waitFor()
  await choose(path)
  await expect.poll(async () => (await names()).length).toBe(2)
  expect(await drawer().getByRole('alert').count()).toBe(0)
})
