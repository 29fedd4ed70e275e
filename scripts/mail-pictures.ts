// Takes pictures of the mails that test/domain/notification/kinds.test.ts sends: their HTML in a window and on a phone, and their text.
// With names, only those pictures: `npx tsx scripts/mail-pictures.ts docs/mails several-jobs digest-phone`
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { escapeHtml } from '../src/domain/mail/escape-html.js'

const [pictures = '.data/mails', ...names] = process.argv.slice(2)
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

const folder = await mkdtemp(join(tmpdir(), 'mails-'))
const args = ['vitest', 'run', 'test/domain/notification/kinds.test.ts']
const env = { ...process.env, SHOW_MAILS: folder }
const { status } = spawnSync('npx', args, { env, stdio: 'inherit' })
if (status !== 0) throw new Error('The mails could not be sent.')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await mkdir(pictures, { recursive: true })
  const take = async (name: string, html: string, width: number) => {
    if (names.length > 0 && !names.includes(name)) return
    const page = await browser.newPage({ viewport: { width, height: 100 }, deviceScaleFactor: 1.5 })
    await page.setContent(html)
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
    await page.close()
  }
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8')
    const [name = ''] = file.split('.')
    if (file.endsWith('.html')) {
      await take(name, text, 680)
      await take(`${name}-phone`, text, 390)
    } else
      await take(
        `${name}-text`,
        `<pre style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</pre>`,
        680,
      )
  }
} finally {
  await browser.close()
  await rm(folder, { recursive: true })
}
