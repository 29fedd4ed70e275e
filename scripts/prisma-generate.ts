// Runs the generators of prisma/schema.prisma, as `prisma generate` does, if their input has changed since the last run.
// Prisma's command line is not installed: with its local database and its web page it takes 150 MB.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
// Named imports of these CommonJS modules do not work.
import type * as ClientGenerator from '@prisma/client-generator-ts'
import type * as Internals from '@prisma/internals'

const SCHEMA = 'prisma/schema.prisma'
const STAMP = join('src', 'db', 'generated', '.generated-from')

const require = createRequire(import.meta.url)
const generator = require.resolve('@prisma/client-generator-ts')
const sources = [SCHEMA, 'prisma/read-model-generator.ts', generator]
const hash = createHash('sha256')
for (const file of sources) hash.update(readFileSync(file))
const generatedFrom = hash.digest('hex')

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== generatedFrom) {
  const { getGenerators, loadSchemaContext } = require('@prisma/internals') as typeof Internals
  const { PrismaClientTsGenerator } =
    require('@prisma/client-generator-ts') as typeof ClientGenerator
  const schemaContext = await loadSchemaContext({
    schemaPath: { cliProvidedPath: SCHEMA },
    cwd: process.cwd(),
    printLoadMessage: false,
  })
  const generators = await getGenerators({
    schemaContext,
    registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
  })
  for (const each of generators) {
    await each.generate()
    each.stop()
  }
  writeFileSync(STAMP, generatedFrom)
}
