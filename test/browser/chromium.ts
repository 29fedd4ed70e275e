import { type BrowserContext, chromium } from 'playwright-core'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page is open for seconds: V8's optimizing compilers would take more time than they save.
  '--js-flags=--no-opt --no-maglev',
  // Simulates a network that is down.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost',
]

/** Opens the installed Chromium, headless, with an empty profile. */
export const openChromium = (
  folder: string,
  more: readonly string[] = [],
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    args: [...ARGUMENTS, ...more],
    viewport: { width: 1280, height: 800 },
  })
