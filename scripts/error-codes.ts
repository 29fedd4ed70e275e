// Writes the table of error codes in docs/graphql.md from `src/graphql/error-codes.ts`.
import { readFile, writeFile } from 'node:fs/promises'
import { errorCodes } from '../src/graphql/error-codes.js'

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
await writeFile(PAGE, page.slice(0, start) + HEAD + rows.join('') + page.slice(start + length))
