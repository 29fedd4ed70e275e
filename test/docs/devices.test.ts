import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { errorCodes, type Retry } from '../../src/graphql/error-codes.js'

it('docs/devices.md has for each error code whether a device sends the request again', () => {
  const page = readFileSync('docs/devices.md', 'utf8')
  const rows = [...page.matchAll(/^\| (`.+`) \| (\w+)/gm)].map(([, codes = '', advice]) => ({
    advice,
    codes: codes.replaceAll('`', '').split(', '),
  }))
  const codesWith = (retry: Retry) =>
    Object.entries<{ readonly retry: Retry }>(errorCodes).flatMap(([code, row]) =>
      row.retry === retry ? [code] : [],
    )
  const ofLogs = ['CURSOR_EXPIRED', 'RESYNC']
  expect(rows).toEqual([
    { advice: 'final', codes: codesWith('no').filter((code) => !ofLogs.includes(code)) },
    { advice: 'discard', codes: ofLogs },
    { advice: 'send', codes: codesWith('later') },
    { advice: 'get', codes: codesWith('new credentials') },
  ])
})
