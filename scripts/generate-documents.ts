// Generates the types of the GraphQL documents, and what Relay's compiler makes of its own, if a source or a generated file has changed
// since the last time.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { filesIn, hashOf, stamp } from './stamp.js'

const SOURCES = [
  ...['codegen.ts', 'package-lock.json', 'schema.graphql', 'examples'],
  ...['scripts/generate-documents.ts', 'scripts/relay-compile.ts', 'scripts/relay-compiler.ts'],
  ...['test/graphql/documents', 'test/graphql/generated'],
]
/** Deleted together with the packages. */
const { is, write } = stamp('node_modules/.cache/documents-generated-from')

const current = () =>
  hashOf(SOURCES.filter((path) => existsSync(path)).flatMap((path) => filesIn(path)))

if (!is(current())) {
  for (const command of ['graphql-codegen --silent', 'tsx scripts/relay-compile.ts']) {
    const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
  }
  write(current())
}
