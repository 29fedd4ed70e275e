// Compiles the documents of examples/clients/relay.ts. First deletes all artifacts and empties the list of documents:
// the compiler requires that this list exists, and adds a document to it only if its artifact is new.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const cwd = join('examples', 'clients')
rmSync(join(cwd, 'generated', 'relay'), { recursive: true, force: true })
mkdirSync(join(cwd, 'generated', 'relay'), { recursive: true })
writeFileSync(join(cwd, 'generated', 'relay-documents.json'), '{}')
const compiler = createRequire(import.meta.url).resolve('relay-compiler/cli.js')
const options = ['relay.config.json', '--output', 'quiet-with-errors']
execFileSync(process.execPath, [compiler, ...options], { cwd, stdio: 'inherit' })
