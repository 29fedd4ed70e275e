import { readFile } from 'node:fs/promises'
import { errorCodes } from '../src/graphql/error-codes.js'

export const CODES_PAGE = 'docs/graphql.md'
const HEAD = '| Code | Status | Meaning |\n|---|---|---|\n'

/** The text of docs/graphql.md, with the table of error codes as `src/graphql/error-codes.ts` has them. */
export async function codesPage(): Promise<string> {
  const rows = Object.entries(errorCodes).map(([code, row]) => {
    const inJson = 'isOkInJson' in row ? '; 200 in `application/json`' : ''
    return `| \`${code}\` | ${row.status ?? ''}${row.status ? inJson : ''} | ${row.meaning} |\n`
  })
  const page = await readFile(CODES_PAGE, 'utf8')
  const start = page.indexOf('| Code | ')
  const length = /^(\|.*\n)+/.exec(page.slice(start))?.[0].length
  if (start < 0 || length === undefined)
    throw new Error(`expected a table of codes in ${CODES_PAGE}`)
  return page.slice(0, start) + HEAD + rows.join('') + page.slice(start + length)
}
