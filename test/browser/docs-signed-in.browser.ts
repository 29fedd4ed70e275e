import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { demoFolder } from '../support/demo-folder.js'
import { PATIENT } from '../support/patient-settings.js'
import { addressOf, startServiceProcess } from '../support/service-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { obstaclesIn } from './accessibility.js'
import { openChromium } from './chromium.js'
import { VIEWS } from './playground.js'

test('with DOCS=signed-in, a reader signs in, reads, searches, and signs out', async () => {
  const folder = await temporaryFolder()
  const env = { DATA_DIR: await demoFolder(), DOCS: 'signed-in', ...PATIENT }
  const service = (await addressOf(startServiceProcess(env))).replace('127.0.0.1', 'localhost')
  const browser = await openChromium(join(folder, 'profile'))
  const page = browser.pages()[0] ?? (await browser.newPage())
  let complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.goto(`${service}/docs/schema/Site`)
  await page.getByLabel('Account').waitFor()
  for (const { colorScheme, width } of VIEWS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    expect(await obstaclesIn(page)).toEqual([])
  }
  // With the keyboard alone.
  await page.getByLabel('Account').focus()
  await page.keyboard.type('admin@harbour.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  // The two responses with the form.
  complaints = complaints.filter((text) => !text.includes('401'))

  await page.getByLabel('Account').fill('admin@harbour.example')
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${service}/docs/schema/Site`)
  await page.keyboard.press('/')
  await page.keyboard.type('openJobsCount')
  await page.keyboard.press('Enter')
  await page.locator('#results a').first().click()
  await page.waitForURL(/#openjobscount$/)
  expect(complaints).toEqual([])

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${service}/docs/sign-in`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto(`${service}/docs/schema/Site`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await browser.close()
})

test('with DOCS=public, no page has a button to sign out', async () => {
  const browser = await openChromium(join(await temporaryFolder(), 'profile'))
  const page = browser.pages()[0] ?? (await browser.newPage())
  await page.goto(`${inject('service')}/docs`)
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
  await browser.close()
})
