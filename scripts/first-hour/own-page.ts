import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { blocksUnder, commandsUnder, run, startServer } from './commands.js'

const SECTION = 'A page of your own'

/** What the page, and the code generator that reads all documents of the project, need. */
const COPIED = [
  'codegen.ts',
  'examples',
  'package.json',
  'schema.graphql',
  'test/graphql/documents',
  'tsconfig.json',
]

/** A copy of the project, without generated files, in which the page is what docs/first-hour.md shows. */
async function copyProject(folder: string): Promise<string> {
  for (const path of COPIED)
    await cp(path, join(folder, path), {
      recursive: true,
      filter: (source) => basename(source) !== 'generated',
    })
  // A folder of links: Vite writes into node_modules.
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir('node_modules'))
    if (!name.startsWith('.vite'))
      await symlink(resolve('node_modules', name), join(folder, 'node_modules', name))
  const [code = ''] = blocksUnder(SECTION, 'ts')
  const [, file = ''] = /^\/\/ (\S+)/.exec(code) ?? []
  await writeFile(join(folder, file), code)
  return join(folder, file)
}

const COMPILE = 'npx tsc -p examples/first-hour'

/** Uses a field that the query does not have, which the compiler refuses; then adds it to the query, and generates the types again. */
async function addField(file: string, options: { readonly cwd: string }, generate: string) {
  const code = await readFile(file, 'utf8')
  const used = code.replace('({ name, openJobsCount,', '({ name, assetsCount: openJobsCount,')
  await writeFile(file, used)
  const refusal = await run(COMPILE, options).then(
    () => 'nothing',
    (error: unknown) => (error as { readonly stdout: string }).stdout,
  )
  const errors = refusal.match(/error TS.*/g) ?? []
  if (errors.length !== 1 || !errors[0].includes("'assetsCount' does not exist"))
    throw new Error(`expected that the compiler refuses assetsCount, found ${refusal}`)
  await writeFile(file, used.replace('openJobsCount\n', 'assetsCount\n'))
  await run(generate, options)
  await run(COMPILE, options)
}

/** Follows the section of docs/first-hour.md in a copy of the project. `show` gets the address of the page. */
export async function makeOwnPage(service: string, show: (address: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'first-hour-page-'))
  const options = { cwd: folder, env: { VITE_API_URL: service } }
  try {
    const file = await copyProject(folder)
    const [generate = '', serve = ''] = commandsUnder(SECTION)
    await run(generate, options)
    const server = await startServer(serve, options)
    try {
      await show(server.address)
    } finally {
      server.stop()
    }
    await addField(file, options, generate)
  } finally {
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 200 })
  }
}
