// Writes what is generated from other files: `npm run generate`. In one process, which reads the code of the service once.
import { writeFileSync } from 'node:fs'
import './prisma-generate.js'

if (process.exitCode) process.exit()

const { answersFile, readAnswers, SETS } = await import('./rest-answers.js')
for (const set of SETS)
  writeFileSync(answersFile(set), `${JSON.stringify(await readAnswers(set), null, 2)}\n`)

// Imported only now, because the code imports the client that Prisma has generated, and these responses.
const { printedSchema } = await import('../src/graphql/schema/print-schema.js')
const { generateTypes, TYPES } = await import('./set-b-types.js')
const { FIELD_MAP, fieldMap } = await import('./field-map.js')
const { CODES_PAGE, codesPage } = await import('./error-codes.js')
const { clientConfiguration } = await import('./client-configuration.js')

writeFileSync('schema.graphql', printedSchema())
writeFileSync(TYPES, await generateTypes())
writeFileSync(FIELD_MAP, await fieldMap())
writeFileSync(CODES_PAGE, await codesPage())
for (const [path, text] of Object.entries(await clientConfiguration())) writeFileSync(path, text)

// It reads the new schema.
await import('./generate-documents.js')
