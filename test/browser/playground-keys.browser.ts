import { expect, test } from 'vitest'
import { Playground } from './playground.js'

const playground = new Playground()

test('an admin makes a key, uses it for all tabs, and revokes it after a question', async () => {
  const { page } = playground
  await expect.poll(playground.account).toContain('admin@harbour.example (admin)')
  await playground.click('Keys')
  const dialog = page.getByRole('dialog', { name: 'API keys' })
  await dialog.getByLabel('A new key').fill('My notebook')
  await playground.click('Create')
  const key = await dialog.getByLabel('The new key').inputValue()
  await dialog.getByText(`My notebook, ${key.slice(0, 16)}… (READ)`).waitFor()
  await playground.click('Use it in all tabs')
  await dialog.waitFor({ state: 'hidden' })
  const authorization: (string | undefined)[] = []
  page.on('request', (request) => authorization.push(request.headers()['authorization']))
  await playground.run()
  await expect.poll(playground.answer).toContain('"totalCount"')
  await expect.poll(() => authorization).toContain(`Bearer ${key}`)

  await playground.click('Keys')
  page.once('dialog', (question) => void question.accept())
  await playground.click('Revoke My notebook')
  await expect.poll(() => dialog.getByRole('alert').innerText()).toContain('API key')

  await playground.click('Close')
  await playground.click('Sign out')
  await playground.click('Sign in')
  await playground.click('admin@harbour.example (admin)')
  await playground.click('Keys')
  await playground.click('Revoke My notebook')
  expect(await dialog.getByText('My notebook').count()).toBe(1)
  page.once('dialog', (question) => void question.accept())
  await playground.click('Revoke My notebook')
  await expect.poll(() => dialog.getByText('My notebook').count()).toBe(0)
})

test('a technician has no keys', async () => {
  const { page } = playground
  await expect.poll(playground.account).toContain('admin@harbour.example')
  await playground.click('Sign out')
  await playground.click('Sign in')
  await page.getByRole('button', { name: /^tech1@harbour/ }).click()
  await page.locator('.account-name', { hasText: '(technician)' }).waitFor()
  expect(await page.getByRole('button', { name: 'Keys', exact: true }).count()).toBe(0)
})
