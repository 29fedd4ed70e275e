import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'
import { askAs } from './ask.js'
import { DETECTOR, filmBarcode } from './barcode-video.js'
import { openChromium } from './chromium.js'
import { signIn } from './dashboard.js'
import { newWorld } from './inspector-world.js'

/* The camera of both applications, with a film in the place of what is before the camera. */

const ADMIN = 'admin@summit.example'
const TECHNICIAN = 'tech1@summit.example'
const service = inject('service')

/** Opens a page in a browser that has a camera before which there is a barcode. */
async function openWithCamera(barcode: string): Promise<Page> {
  const folder = await temporaryFolder()
  const browser = await openChromium(join(folder, 'profile'), await filmBarcode(folder, barcode))
  onTestFinished(() => browser.close())
  await browser.addInitScript(DETECTOR)
  // The streams of the camera, to see whether the page ends them.
  await browser.addInitScript(`(() => {
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    window.cameras = []
    devices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      window.cameras.push(...stream.getTracks())
      return stream
    }
  })()`)
  const page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  page.on('dialog', (dialog) => void dialog.dismiss())
  return page
}

const camerasOf = (page: Page) =>
  page.evaluate(`window.cameras.map(({ readyState }) => readyState)`)

async function barcodeOf(id: string): Promise<string> {
  const { asset } = await (await askAs(ADMIN))(`{ asset(id: "${id}") { barcode { data } } }`)
  return asset.barcode.data as string
}

test('the inspector finds the asset of a barcode with the camera, and switches the camera off', async () => {
  const { assets, job, site } = await newWorld(ADMIN, TECHNICIAN)
  const page = await openWithCamera(await barcodeOf(assets.second.id))
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${service}/inspector`)
  await signIn(page, TECHNICIAN)
  await page.getByRole('link', { name: `${job.number} · ${site}` }).click()
  await press('Start the job')
  await press('Scan')
  await page.getByRole('dialog', { name: 'Camera' }).waitFor()
  await page.getByRole('heading', { name: assets.second.code }).waitFor()
  expect(await page.getByRole('dialog', { name: 'Camera' }).count()).toBe(0)
  expect(await camerasOf(page)).toEqual(['ended'])
})

test('the inspector switches the camera off when it is closed', async () => {
  const { job, site } = await newWorld(ADMIN, TECHNICIAN)
  // An empty barcode, which cannot be read.
  const page = await openWithCamera('')
  await page.goto(`${service}/inspector`)
  await signIn(page, TECHNICIAN)
  await page.getByRole('link', { name: `${job.number} · ${site}` }).click()
  await page.getByRole('button', { name: 'Start the job' }).click()
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await page.getByRole('dialog', { name: 'Camera' }).waitFor()
  await expect.poll(() => camerasOf(page)).toEqual(['live'])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => camerasOf(page)).toEqual(['ended'])
})

test('the dashboard opens the asset of a barcode with the camera, and switches the camera off', async () => {
  const { assets } = await newWorld(ADMIN, TECHNICIAN)
  const page = await openWithCamera(await barcodeOf(assets.first.id))
  await page.goto(`${service}/dashboard#/assets`)
  await signIn(page, ADMIN)
  await page.getByRole('button', { name: 'Scan a barcode' }).click()
  await page.getByRole('heading', { name: assets.first.code }).waitFor()
  expect(await camerasOf(page)).toEqual(['ended'])
})
