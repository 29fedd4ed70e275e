// Generates the Prisma client. Prisma's command line requires the file of its schema engine for that, but never runs it:
// if the engine has not been downloaded, any executable will do. Its output is printed only if it fails.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const prisma = dirname(require.resolve('prisma/package.json'))
const engines = dirname(
  createRequire(join(prisma, 'package.json')).resolve('@prisma/engines/package.json'),
)
const downloaded = readdirSync(engines).some((file) => file.startsWith('schema-engine-'))

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
if (status !== 0) console.error(`${stdout}${stderr}`)
process.exitCode = status ?? 1
