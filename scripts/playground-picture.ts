// Makes docs/playground.png: `npm start`, then `npx tsx scripts/playground-picture.ts`.
import { chromium } from 'playwright-core'

const [address = 'http://localhost:4000'] = process.argv.slice(2)

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
await page.goto(`${address}/graphql`)
await page.locator('.run').waitFor()
await page.getByRole('button', { name: 'Show Examples' }).click()
await page.locator('.examples li').first().waitFor()
await page.locator('.graphiql-query-editor').hover()
await page.screenshot({ path: 'docs/playground.png' })
await browser.close()
