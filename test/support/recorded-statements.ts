import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextIteration } from 'node:timers/promises'
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
  statements: Iterable<Recorded>,
  isComplete: boolean,
): Promise<string[]> {
  const problems: string[] = []
  const unused = new Set(withoutCompany)
  for (const { text, files } of statements) {
    // Lets vitest hear from the workers that end meanwhile.
    await nextIteration()
    const short = text.replace(/\s+/g, ' ').trim()
    const at = (file: string) => `in ${short.slice(0, 1000)} (${file})`
    const tree = await parseStatement(text).catch((error: unknown) => String(error))
    const [first = ''] = files
    for (const rule of refusedByShards(tree)) problems.push(`- ${rule} ${at(first)}`)
    const tables = typeof tree === 'string' ? [tree] : unboundTables(tree)
    if (tables.length === 0) continue
    for (const file of files) {
      const exception = withoutCompany.find(
        (each) => (each.pattern?.test(short) ?? true) && (!each.file || file.includes(each.file)),
      )
      if (exception) unused.delete(exception)
      else problems.push(`- no company for ${tables.join(', ')} ${at(file)}`)
    }
  }
  // Tests that need a server are skipped without one.
  if (!isComplete || !process.env['DATABASE_URL']) return problems
  return [...problems, ...[...unused].map(({ reason }) => `- needless exception: ${reason}`)]
}

/** A statement, and the test files that made the service send it. */
interface Recorded {
  readonly text: string
  readonly files: Set<string>
}

/** The recorded statements, one of each that differ in numbers only. */
async function readAll(folder: string): Promise<Iterable<Recorded>> {
  const statements = new Map<string, Recorded>()
  for (const name of await readdir(folder)) {
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      if (line === '') continue
      const { text, file } = JSON.parse(line) as RecordedStatement
      const form = text.replace(/(?<![$\w])\d+/g, '0')
      const known = statements.get(form)
      if (known) known.files.add(file)
      else statements.set(form, { text, files: new Set([file]) })
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
