// Writes the table of error codes in docs/graphql.md, and that of docs/devices.md, from `src/graphql/error-codes.ts`.
import { readFile, writeFile } from 'node:fs/promises'
import { errorCodes, type Retry } from '../src/graphql/error-codes.js'

const PAGE = 'docs/graphql.md'
const HEAD = '| Code | Status | Meaning |\n|---|---|---|\n'

const rows = Object.entries(errorCodes).map(([code, row]) => {
  const inJson = 'isOkInJson' in row ? '; 200 in `application/json`' : ''
  return `| \`${code}\` | ${row.status ?? ''}${row.status ? inJson : ''} | ${row.meaning} |\n`
})
const page = await readFile(PAGE, 'utf8')
const start = page.indexOf('| Code | ')
const length = /^(\|.*\n)+/.exec(page.slice(start))?.[0].length
if (start < 0 || length === undefined) throw new Error(`expected a table of codes in ${PAGE}`)
const DEVICES = 'docs/devices.md'
const RETRIES: Readonly<Record<Retry, string>> = {
  no: 'final: take the request from the queue, and show the error',
  later: 'send the request again, after the seconds in `Retry-After`',
  'new credentials': 'get new tokens with `refreshToken`, then send the request again',
}
const codesOf = (retry: Retry) =>
  Object.entries<{ readonly retry: Retry }>(errorCodes).flatMap(([code, row]) =>
    row.retry === retry ? [`\`${code}\``] : [],
  )
const retries = (Object.keys(RETRIES) as Retry[]).map(
  (retry) => `| ${codesOf(retry).join(', ')} | ${RETRIES[retry]} |\n`,
)
const devices = await readFile(DEVICES, 'utf8')
await writeFile(
  DEVICES,
  devices.replace(/(?<=\| Errors \| What to do \|\n\|---\|---\|\n)(\|.*\n)*/, retries.join('')),
)

await writeFile(PAGE, page.slice(0, start) + HEAD + rows.join('') + page.slice(start + length))
