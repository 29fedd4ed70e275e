import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import type { Config } from '../../src/config/config.js'
import { openLogOutput } from '../../src/log/output.js'
import { ownDatabase } from '../support/own-database.js'
import { addressOf, startServiceProcess } from '../support/service-process.js'

const { isTTY } = process.stdout
afterEach(() => {
  process.stdout.isTTY = isTTY
})

it('a pretty log has one readable line for a request, and no secrets', async () => {
  const own = await ownDatabase()
  onTestFinished(own.remove)
  const child = startServiceProcess({ ...own.env, LOG_FORMAT: 'pretty' })
  onTestFinished(child.destroy)
  const address = await addressOf(child)
  const query = 'mutation In { login(input: { username: "a", password: "hidden" }) { expiresIn } }'
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
})

it('the log is pretty on a terminal, otherwise JSON, unless LOG_FORMAT says', async () => {
  // The stream for JSON is a SonicBoom, which has this method; the one for people is not.
  const isJson = async (logFormat: Config['logFormat']) =>
    'flushSync' in (await openLogOutput({ logFormat }))
  process.stdout.isTTY = true
  expect([await isJson(undefined), await isJson('json')]).toEqual([false, true])
  process.stdout.isTTY = false
  expect([await isJson(undefined), await isJson('pretty')]).toEqual([true, false])
})

it('a process that exits has written all lines, in order', async () => {
  const script = `
    import { openLogOutput } from ${JSON.stringify(new URL('../../src/log/output.ts', import.meta.url))}
    const output = await openLogOutput({ logFormat: 'json' })
    for (let line = 0; line < 5000; line += 1) output.write(line + '\\n')
    process.exit(0)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = (await text(child.stdout)).trim().split('\n')
  expect(lines).toEqual(Array.from({ length: 5000 }, (_, line) => String(line)))
})
