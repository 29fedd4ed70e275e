// Compiles the documents of examples/clients/relay.ts. First deletes all artifacts and empties the list of documents:
// the compiler requires that this list exists, and adds a document to it only if its artifact is new.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileRelayDocuments } from './relay-compiler.js'

const folder = join('examples', 'clients')
rmSync(join(folder, 'generated', 'relay'), { recursive: true, force: true })
mkdirSync(join(folder, 'generated', 'relay'), { recursive: true })
writeFileSync(join(folder, 'generated', 'relay-documents.json'), '{}')
await compileRelayDocuments(folder)
