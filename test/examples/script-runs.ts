import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { PASSWORD, type TestCompany } from '../support/builders.js'
import { type ChildProcess, startProcess } from '../support/child-process.js'
import { service } from '../support/graphql.js'
import { openHttpProxy } from '../support/http-proxy.js'
import { type ProcessResult, runProcess } from '../support/run-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const FIS = 'examples/scripts/fis.ts'

/** How the admin of a company runs `fis`, and the files that they read and write. */
export async function newScripts(address: string, email: string, password = PASSWORD) {
  const folder = await temporaryFolder()
  const file = join(folder, 'rows.csv')
  const env = {
    XDG_CONFIG_HOME: folder,
    FIELD_INSPECTION_URL: `${address}/graphql`,
    FIELD_INSPECTION_USERNAME: email,
    FIELD_INSPECTION_PASSWORD: password,
  }
  const report = async (): Promise<Record<string, string>[]> =>
    parse(await readFile(`${file}.report.csv`, 'utf8'), { columns: true })
  return {
    folder,
    file,
    env,
    journal: `${file}.journal`,
    write: (...lines: string[]) => writeFile(file, lines.join('\n')),
    run: (...args: string[]): Promise<ProcessResult> => runProcess(FIS, env, args),
    start: (...args: string[]): ChildProcess => startProcess(FIS, env, ...args),
    report,
    /** The number of rows by status. */
    counts: async () => {
      const counts: Record<string, number> = {}
      for (const { status = '' } of await report()) counts[status] = (counts[status] ?? 0) + 1
      return counts
    },
  }
}

/** The same for the service of all test files. */
export const scriptsOf = async ({ users }: TestCompany) =>
  newScripts(await service(), users.admin.email)

/** The same through a proxy, `front`, which a test may make to fail. */
export async function scriptsThroughProxy({ users }: TestCompany) {
  const target = await service()
  const front = await openHttpProxy(() => target)
  return { front, ...(await newScripts(front.address, users.admin.email)) }
}

export type Scripts = Awaited<ReturnType<typeof newScripts>>

export const countAssets = ({ db, companyId }: TestCompany): Promise<number> =>
  db.prisma.asset.count({ where: { companyId } })
