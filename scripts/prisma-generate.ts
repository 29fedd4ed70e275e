// Generates the Prisma client if the schema or Prisma has changed. For this, Prisma's command line requires the file of
// its schema engine, but does not run it. So if the engine has not been downloaded, this script passes the path of
// another executable.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { hashOf, stamp } from './stamp.js'

const require = createRequire(import.meta.url)
const prisma = dirname(require.resolve('prisma/package.json'))
const engines = dirname(
  createRequire(join(prisma, 'package.json')).resolve('@prisma/engines/package.json'),
)
const downloaded = readdirSync(engines).some((file) => file.startsWith('schema-engine-'))

const { is, write } = stamp(join('src', 'db', 'generated', '.generated-from'))
const sources = hashOf([
  'prisma/schema.prisma',
  'prisma/read-model-generator.ts',
  join(prisma, 'package.json'),
])

if (!is(sources)) {
  const { status, error, stdout, stderr } = spawnSync(
    process.execPath,
    [join(prisma, 'build/index.js'), 'generate'],
    {
      encoding: 'utf8',
      env: downloaded
        ? process.env
        : { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, ...process.env },
    },
  )
  if (error) throw error
  if (status === 0) write(sources)
  else process.stderr.write(`${stdout}${stderr}`)
  process.exitCode = status ?? 1
}
