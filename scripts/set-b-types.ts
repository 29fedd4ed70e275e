import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { createDocument } from '../src/set-b/openapi.js'

/** The file with the types of a client of Set B, a REST API. */
export const TYPES = 'test/set-b/generated/set-b.d.ts'

const binaries = join(process.cwd(), 'node_modules', '.bin')

/** Generates the types of a client of Set B from its OpenAPI document, with openapi-typescript. */
export async function generateTypes(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'set-b-types-'))
  try {
    const [document, types] = [join(folder, 'openapi.json'), join(folder, 'set-b.d.ts')]
    await writeFile(document, JSON.stringify(createDocument()))
    const path = [binaries, process.env['PATH']].join(delimiter)
    await promisify(execFile)('openapi-typescript', [document, '--output', types], {
      env: { ...process.env, PATH: path },
    })
    return await readFile(types, 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}
