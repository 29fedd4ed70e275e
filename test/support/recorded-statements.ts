import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Vitest } from 'vitest/node'
import type { RecordedStatement } from './record-statements.js'
import { refusedByShards } from './refused-by-shards.js'
import { withoutCompany } from './statements-without-company.js'
import { parseStatement } from './syntax-tree.js'
import { unboundTables } from './unbound-tables.js'

/** A folder in which test files record the statements of the service, and the check of all of them. */
export async function recordStatements() {
  const folder = await mkdtemp(join(tmpdir(), 'statements-'))
  const check = async (vitest: Vitest) => {
    const problems = await findProblems(await readAll(folder), await ranAllFiles(vitest))
    await rm(folder, { recursive: true })
    if (problems.length === 0) return
    // vitest prints an error of a teardown, but exits with 0.
    process.exitCode = 1
    throw new Error(
      `Statements that break a rule of docs/decisions/sharding.md:\n${problems.join('\n')}`,
    )
  }
  return { folder, check }
}

/** What is wrong with the statements; with `isComplete`, also exceptions that no statement needs. */
async function findProblems(
  statements: Iterable<RecordedStatement>,
  isComplete: boolean,
): Promise<string[]> {
  const problems: string[] = []
  const unused = new Set(withoutCompany)
  for (const { file, text } of statements) {
    const short = text.replace(/\s+/g, ' ').trim()
    const at = `in ${short.slice(0, 1000)} (${file})`
    const tree = await parseStatement(text).catch((error: unknown) => String(error))
    for (const rule of refusedByShards(tree)) problems.push(`- ${rule} ${at}`)
    const tables = typeof tree === 'string' ? [tree] : unboundTables(tree)
    if (tables.length === 0) continue
    const exception = withoutCompany.find(
      (each) => (each.pattern?.test(short) ?? true) && (!each.file || file.includes(each.file)),
    )
    if (exception) unused.delete(exception)
    else problems.push(`- no company for ${tables.join(', ')} ${at}`)
  }
  // Tests that need a server are skipped without one.
  if (!isComplete || !process.env['DATABASE_URL']) return problems
  return [...problems, ...[...unused].map(({ reason }) => `- needless exception: ${reason}`)]
}

/** The recorded statements, one of each that differ in numbers only. */
async function readAll(folder: string): Promise<Iterable<RecordedStatement>> {
  const statements = new Map<string, RecordedStatement>()
  for (const name of await readdir(folder)) {
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      if (line === '') continue
      const statement = JSON.parse(line) as RecordedStatement
      statements.set(line.replace(/(?<![$\w])\d+/g, '0'), statement)
    }
  }
  return statements.values()
}

/** Whether all test files ran, and all of their tests: then each exception must have been needed. */
async function ranAllFiles(vitest: Vitest): Promise<boolean> {
  const all = await vitest.globTestSpecifications()
  const ran = vitest.state.getTestModules()
  return ran.length === all.length && !vitest.config.testNamePattern
}
