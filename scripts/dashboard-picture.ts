// Takes docs/dashboard.png, the picture of the dashboard in the documentation, from a service that runs with the demo's data:
// `npx tsx scripts/dashboard-picture.ts http://127.0.0.1:4000`
import { chromium } from 'playwright-core'

const [address = 'http://127.0.0.1:4000'] = process.argv.slice(2)
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
  })
  await page.goto(`${address}/dashboard`)
  await page.getByLabel('Email address').fill('admin@harbour.example')
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Technicians with most open jobs').waitFor()
  await page.screenshot({ path: 'docs/dashboard.png', fullPage: true })
} finally {
  await browser.close()
}
