import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Vitest } from 'vitest/node'
import { withoutCompany } from './statements-without-company.js'
import { unboundTables } from './unbound-tables.js'

/** A folder in which test files record the statements of the service, and the check of all of them. */
export async function recordStatements() {
  const folder = await mkdtemp(join(tmpdir(), 'statements-'))
  const check = async (vitest: Vitest) => {
    const problems = await findProblems(await readAll(folder), await ranAllFiles(vitest))
    await rm(folder, { recursive: true })
    if (problems.length === 0) return
    throw new Error(`Statements without a company:\n${problems.join('\n')}`)
  }
  return { folder, check }
}

/** What is wrong with the statements; with `isComplete`, also exceptions that no statement needs. */
async function findProblems(texts: Iterable<string>, isComplete: boolean): Promise<string[]> {
  const problems: string[] = []
  const unused = new Set(withoutCompany)
  for (const text of texts) {
    const tables = await unboundTables(text).catch((error: unknown) => [String(error)])
    if (tables.length === 0) continue
    const exception = withoutCompany.find(({ pattern }) => pattern.test(oneLine(text)))
    if (exception) unused.delete(exception)
    else problems.push(`- ${tables.join(', ')}, in ${oneLine(text).slice(0, 1000)}`)
  }
  if (!isComplete) return problems
  return [
    ...problems,
    ...[...unused].map(({ pattern }) => `- no statement needs the exception ${String(pattern)}`),
  ]
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The recorded texts, one of each that differ in numbers only. */
async function readAll(folder: string): Promise<Iterable<string>> {
  const texts = new Map<string, string>()
  for (const name of await readdir(folder)) {
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      if (line !== '') texts.set(line.replace(/(?<![$\w])\d+/g, '0'), JSON.parse(line) as string)
    }
  }
  return texts.values()
}

/** Whether all test files ran, and all of their tests: then each exception must have been needed. */
async function ranAllFiles(vitest: Vitest): Promise<boolean> {
  const all = await vitest.globTestSpecifications()
  const ran = vitest.state.getTestModules()
  return ran.length === all.length && !vitest.config.testNamePattern
}
