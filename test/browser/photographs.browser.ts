import { createHash } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { ADMIN, TECHNICIAN } from './dashboard.js'
import { assetTypeNamed, newAsset } from './new-asset.js'
import { photograph } from './pictures.js'

const dashboard = useDashboard()
const { goSignedIn, go, shows, press } = dashboard

let ask: Ask
let assetId: string
beforeAll(async () => {
  ask = await askAs(ADMIN)
})
beforeEach(async () => {
  await dashboard.page.setViewportSize({ width: 390, height: 844 })
  // A type without a required custom field.
  assetId = await newAsset(ask, { typeId: await assetTypeNamed(ask, 'Safety sign') })
})
afterEach(async () => {
  await network(true)
})

const network = (isOn: boolean) => dashboard.page.context().setOffline(!isOn)
const ignore = (pattern: RegExp) => {
  dashboard.complaints = dashboard.complaints.filter((text) => !pattern.test(text))
}
const files = () => dashboard.page.getByRole('region', { name: 'Photographs and files' })
/** The hashes and names of the files that the asset has, the oldest first. */
const stored = async () => {
  const { asset } = await ask(
    `query ($id: ID!) { asset(id: $id) { documents(orderBy: [{ field: ID }]) { nodes { name sha256 } } } }`,
    { id: assetId },
  )
  return asset.documents.nodes as { name: string; sha256: string }[]
}
const sha256 = ({ buffer }: { buffer: Buffer }) => createHash('sha256').update(buffer).digest('hex')

describe('the queue', () => {
  test('sends a photograph, which the page then shows', async () => {
    const { page } = dashboard
    await goSignedIn(`assets/${assetId}`)
    const taken = await photograph(page, 'door.jpg')
    await files().getByLabel('Take a photograph').setInputFiles(taken)
    const tile = files().getByRole('button', { name: 'door.jpg' })
    await tile.waitFor()
    expect(await stored()).toEqual([{ name: 'door.jpg', sha256: sha256(taken) }])
    await expect
      .poll(() => page.evaluate(`document.querySelector('button.tile img').naturalWidth`))
      .toBe(480)
    expect(await page.getByText('What is not sent yet').count()).toBe(0)
  })

  test('says which files the service has; an undo removes them, and another one restores them', async () => {
    const { page } = dashboard
    await goSignedIn(`assets/${assetId}`)
    const taken = [await photograph(page, 'one.jpg'), await photograph(page, 'two.jpg', 'maroon')]
    const names = async () => (await stored()).map(({ name }) => name).sort()
    await files().getByLabel('Choose files').setInputFiles(taken)
    await shows('2 files are attached.')
    expect(await names()).toEqual(['one.jpg', 'two.jpg'])
    await press('Undo')
    await shows('2 files are removed.')
    expect(await names()).toEqual([])
    await files().getByText('There are none.').waitFor()
    await press('Undo')
    await shows('2 files are restored.')
    expect(await names()).toEqual(['one.jpg', 'two.jpg'])
  })

  test('has no undo for a technician, because only admins remove files', async () => {
    const { page } = dashboard
    await goSignedIn(`assets/${assetId}`, TECHNICIAN)
    await files()
      .getByLabel('Choose files')
      .setInputFiles(await photograph(page, 'door.jpg'))
    await shows('“door.jpg” is attached.')
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  test('keeps photographs without a network, also over a reload, and sends them when it is back', async () => {
    const { page } = dashboard
    await goSignedIn(`assets/${assetId}`)
    await files().waitFor()
    await page.evaluate('navigator.serviceWorker.ready')
    const taken = [await photograph(page, 'one.jpg'), await photograph(page, 'two.jpg', 'maroon')]
    await network(false)
    await files().getByLabel('Choose files').setInputFiles(taken)
    await shows('Waiting for the service: 2 entries.')
    await page.reload()
    await shows('Waiting for the service: 2 entries.')
    await expect.poll(() => files().locator('li img').count()).toBe(2)
    await files().getByText('Not sent yet').first().waitFor()
    expect(await stored()).toEqual([])
    await network(true)
    await files().getByRole('button', { name: 'two.jpg' }).waitFor()
    expect((await stored()).map((each) => each.sha256)).toEqual(taken.map(sha256))
    await page.getByText('Waiting for the service').waitFor({ state: 'detached' })
    ignore(/ERR_INTERNET|401/)
  })

  test('waits as long as the service asks, and repeats an upload whose response was lost or not its own', async () => {
    const { page } = dashboard
    await goSignedIn(`assets/${assetId}`)
    const sent: number[] = []
    await page.route('**/documents', async (route) => {
      sent.push(Date.now())
      const headers = { 'retry-after': '2' }
      if (sent.length === 1) await route.fulfill({ status: 503, headers, body: 'Busy' })
      else if (sent.length === 2) {
        await route.fetch()
        await route.abort('connectionreset')
      } else if (sent.length === 3)
        await route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our network</h1>' })
      else await route.continue()
    })
    await files()
      .getByLabel('Choose files')
      .setInputFiles(await photograph(page, 'once.jpg'))
    await files().getByRole('button', { name: 'once.jpg' }).waitFor()
    expect((await stored()).map(({ name }) => name)).toEqual(['once.jpg'])
    expect(sent.length).toBe(4)
    expect(sent[1]! - sent[0]!).toBeGreaterThanOrEqual(1950)
    ignore(/503|ERR_CONNECTION/)
  })

  test('says in plain words why a file was refused, and goes on with the next one', async () => {
    const { page } = dashboard
    await goSignedIn(`assets/${assetId}`)
    const text = { name: 'text.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('No picture') }
    await files()
      .getByLabel('Choose files')
      .setInputFiles([text, await photograph(page, 'good.jpg')])
    await files().getByRole('button', { name: 'good.jpg' }).waitFor()
    await files().getByText('This is not a photograph (JPEG, PNG, HEIC)').waitFor()
    await page.getByRole('link', { name: 'What is not sent yet' }).click()
    await page.getByRole('heading', { level: 1, name: 'Not sent yet' }).waitFor()
    const refused = page.waitForResponse((response) => response.status() === 400)
    await press('Try again')
    await refused
    await shows('This is not a photograph')
    await page.getByRole('button', { name: 'Discard' }).click()
    await shows('Everything is sent.')
    expect((await stored()).map(({ name }) => name)).toEqual(['good.jpg'])
    ignore(/400/)
  })

  test('of one user is not sent with the session of another, and signing out asks', async () => {
    const { page } = dashboard
    await goSignedIn(`assets/${assetId}`)
    await page.route('**/documents', (route) => route.abort('connectionrefused'))
    await files()
      .getByLabel('Choose files')
      .setInputFiles(await photograph(page, 'mine.jpg'))
    await shows('Waiting for the service: 1 entry.')
    await press('Sign out')
    const dialog = page.getByRole('dialog', { name: 'Sign out' })
    await dialog.getByText('are sent when you sign in again').waitFor()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await shows('You have signed out.')
    await page.unroute('**/documents')
    await goSignedIn('queue', 'tech2@harbour.example')
    await shows('Everything is sent.')
    await press('Sign out')
    await shows('You have signed out.')
    await goSignedIn(`assets/${assetId}`)
    await files().getByRole('button', { name: 'mine.jpg' }).waitFor()
    ignore(/ERR_CONNECTION/)
  })
})

describe('the gallery', () => {
  beforeEach(async () => {
    const { page } = dashboard
    await goSignedIn(`assets/${assetId}`)
    for (const [name, color] of [
      ['before.jpg', 'maroon'],
      ['after.jpg', 'darkgreen'],
    ] as const) {
      await files()
        .getByLabel('Choose files')
        .setInputFiles(await photograph(page, name, color))
      await files().getByRole('button', { name }).waitFor()
      // A later message would take the place of one that a test waits for.
      await shows(`“${name}” is attached.`)
    }
  })

  test('moves with the keyboard, shows a photograph in the whole window, and downloads it', async () => {
    const { page } = dashboard
    const [first, second] = await files().locator('button.tile').allInnerTexts()
    await files().locator('button.tile').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const dialog = (name = '') => page.getByRole('dialog', { name: name.trim() })
    await dialog(second).getByText('2 of 2').waitFor()
    await page.keyboard.press('ArrowLeft')
    await dialog(first).getByText('1 of 2').waitFor()
    await dialog(first).getByText('SHA-256').waitFor()
    await page.keyboard.press('ArrowLeft')
    await dialog(first).getByText('1 of 2').waitFor()
    const download = page.waitForEvent('download')
    await dialog(first).getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe(first?.trim())
    await page.screenshot({ path: '.tmp/phone-viewer.png' })
    await page.keyboard.press('Escape')
    await dialog(first).waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.className')).toBe('tile')
  })

  test('removes a photograph, and undoes that', async () => {
    await files().getByRole('button', { name: 'before.jpg' }).click()
    await press('Remove')
    await shows('“before.jpg” is removed.')
    await expect.poll(async () => (await stored()).map(({ name }) => name)).toEqual(['after.jpg'])
    await files().getByRole('button', { name: 'before.jpg' }).waitFor({ state: 'detached' })
    await press('Undo')
    await files().getByRole('button', { name: 'before.jpg' }).waitFor()
  })

  test('marks a copy in red, and leaves the original as it is', async () => {
    const { page } = dashboard
    const [original] = await stored()
    await files().getByRole('button', { name: 'before.jpg' }).click()
    await press('Mark')
    const dialog = page.getByRole('dialog', { name: 'Mark before.jpg' })
    const canvas = dialog.getByRole('img')
    await expect.poll(() => page.evaluate(`document.querySelector('canvas').width`)).toBe(800)
    const { x, y, width, height } = (await canvas.boundingBox())!
    const drag = async (tool: string, from: [number, number], to: [number, number]) => {
      await dialog.getByLabel(tool, { exact: true }).check()
      await page.mouse.move(x + from[0] * width, y + from[1] * height)
      await page.mouse.down()
      await page.mouse.move(x + to[0] * width, y + to[1] * height, { steps: 4 })
      await page.mouse.up()
    }
    await drag('Line', [0.5, 0.5], [0.9, 0.5])
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await drag('Rectangle', [0.1, 0.1], [0.4, 0.4])
    await drag('Arrow', [0.9, 0.9], [0.6, 0.6])
    await dialog.getByLabel('Text', { exact: true }).check()
    await page.mouse.click(x + 0.1 * width, y + 0.8 * height)
    await dialog.getByText('Write the text first').waitFor()
    await dialog.getByLabel('Text to write').fill('Rust')
    await page.mouse.click(x + 0.1 * width, y + 0.8 * height)
    // In the middle of the rectangle's left side is red, where the undone line was is not.
    const [inside, undone] = await page.evaluate<string[]>(`(() => {
      const { data } = document.querySelector('canvas').getContext('2d').getImageData(0, 0, 800, 600)
      return [[80, 150], [700, 300]].map(([x, y]) => [...data.slice(4 * (800 * y + x)).slice(0, 3)].join())
    })()`)
    expect(inside).toBe('214,0,0')
    expect(undone).not.toBe('214,0,0')
    await page.screenshot({ path: '.tmp/phone-marking.png' })
    await press('Save as a copy')
    await files().getByRole('button', { name: 'before, marked.jpg' }).waitFor()
    const all = await stored()
    expect(all.map(({ name }) => name)).toEqual(['before.jpg', 'after.jpg', 'before, marked.jpg'])
    expect(all[0]).toEqual(original)
  })

  test('compares two photographs with a slider', async () => {
    const { page } = dashboard
    await press('Compare before and after')
    const dialog = page.getByRole('dialog', { name: 'Before and after' })
    await dialog.getByRole('img', { name: 'Before: before.jpg' }).waitFor()
    await dialog.getByRole('img', { name: 'After: after.jpg' }).waitFor()
    await page.screenshot({ path: '.tmp/phone-compare.png' })
    const shown = () =>
      page.evaluate<string>(`document.querySelector('.comparison > div').style.clipPath`)
    expect(await shown()).toContain('50%')
    await dialog.getByRole('slider').fill('80')
    await expect.poll(shown).toContain('80%')
    await press('Close')
  })
})
test('the page of an asset on a phone', async () => {
  const { page } = dashboard
  await goSignedIn(`assets/${assetId}`)
  await files()
    .getByLabel('Choose files')
    .setInputFiles([await photograph(page, 'one.jpg'), await photograph(page, 'two.jpg', 'maroon')])
  await files().getByRole('button', { name: 'two.jpg' }).waitFor()
  await page.screenshot({ path: '.tmp/phone-asset.png', fullPage: true })
  await go('profile')
  await shows('Time zone')
  await page.screenshot({ path: '.tmp/phone-profile.png', fullPage: true })
})
