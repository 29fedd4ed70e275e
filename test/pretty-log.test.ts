import { afterEach, expect, it } from 'vitest'
import { openPrettyLog } from '../src/pretty-log.js'
import { addressOf, startServiceProcess } from './support/service-process.js'
import { temporaryFolder } from './support/temporary-folder.js'

const { isTTY } = process.stdout
afterEach(() => {
  process.stdout.isTTY = isTTY
})

it(
  'a pretty log has one readable line for a request, and no secrets',
  { timeout: 120_000 },
  async () => {
    const child = startServiceProcess({
      DATABASE_URL: 'embedded',
      DATA_DIR: await temporaryFolder(),
      NODE_ENV: 'production',
      LOG_FORMAT: 'pretty',
    })
    const address = await addressOf(child)
    const query =
      'mutation In { login(input: { username: "a", password: "hidden" }) { expiresIn } }'
    await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    await child.printed('mutation In')
    expect(child.output()).toMatch(
      /^\[\d\d:\d\d:\d\d\] INFO: mutation In 401 {2}[\d.]+ ms \(\d+ statements?, [\d.]+ ms\) {2}UNAUTHENTICATED$/m,
    )
    await fetch(`${address}/no-fis_access_${'t'.repeat(54)}`)
    await child.printed('GET /no')
    expect(child.output()).not.toMatch(/hidden|t{54}/)
  },
)

it('the log is pretty on a terminal, otherwise JSON, unless LOG_FORMAT says', async () => {
  process.stdout.isTTY = true
  expect(await openPrettyLog({ logFormat: undefined })).toBeDefined()
  expect(await openPrettyLog({ logFormat: 'json' })).toBeUndefined()
  process.stdout.isTTY = false
  expect(await openPrettyLog({ logFormat: undefined })).toBeUndefined()
  expect(await openPrettyLog({ logFormat: 'pretty' })).toBeDefined()
})
