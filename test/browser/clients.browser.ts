import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Plugin } from 'vitest/config'
import { createViteServer } from 'vitest/node'
import { relayDocuments } from '../support/relay-documents.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { openChromium } from './chromium.js'

type Pages = Awaited<ReturnType<typeof createViteServer>>

const emptyPage: Plugin = {
  name: 'empty-page',
  configureServer: ({ middlewares }) => {
    middlewares.use('/page', (_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Clients</title>')
    })
  },
}

let folder: string
let removeFolder: () => Promise<void>
/** The server of the pages: another origin than that of the service. */
let pages: Pages
beforeAll(async () => {
  ;({ folder, remove: removeFolder } = await makeTemporaryFolder())
  pages = await createViteServer({
    configFile: false,
    root: 'examples/clients',
    cacheDir: join(folder, 'vite'),
    logLevel: 'error',
    plugins: [relayDocuments, emptyPage],
    server: { host: 'localhost', port: 0, hmr: false },
    optimizeDeps: { entries: ['*.ts'] },
  })
  await pages.listen()
})
afterAll(async () => {
  await pages.close()
  await removeFolder()
})

test.each([
  ['apollo', 'createApolloClient'],
  ['urql', 'createUrqlClient'],
  ['relay', 'createRelayEnvironment'],
])('a page of another origin reads all pages of a list: %s', async (file, create) => {
  const browser = await openChromium(join(folder, file))
  const page = browser.pages()[0] ?? (await browser.newPage())
  const [address] = pages.resolvedUrls?.local ?? []
  await page.goto(`${address!}page`)
  const script = `(async () => {
    const { Session } = await import('/session.ts')
    const client = await import('/${file}.ts')
    const session = new Session('${inject('service')}/graphql')
    await session.signIn('admin@harbour.example', 'demo-password')
    session.accessToken = 'expired'
    return client.readSites(client.${create}(session))
  })()`
  const names = await page.evaluate<string[]>(script)
  await browser.close()
  expect(names).toHaveLength(40)
  expect(new Set(names).size).toBeGreaterThan(20)
})
