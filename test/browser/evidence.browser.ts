import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sizeOf } from '../support/picture.js'
import { startS3Server } from '../support/s3-server.js'
import { demoFolder } from '../support/demo-folder.js'
import { addressOf, startServiceProcess } from '../support/service-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const page = await readFile('docs/evidence.md', 'utf8')

/** Runs the page, and returns the names of the pictures that the script has taken. */
async function run(folder: string, env: Record<string, string>): Promise<string[]> {
  const pictures = join(folder, 'pictures')
  await mkdir(pictures)
  const address = await addressOf(startServiceProcess({ DATA_DIR: await demoFolder(), ...env }))
  const script = ['--import', 'tsx', 'scripts/evidence-pictures.ts', address, pictures]
  await promisify(execFile)(process.execPath, script)
  return (await readdir(pictures)).sort()
}

test('docs/evidence.md: each request has its answer, and the script takes each picture, with documents in the database', async () => {
  const folder = await temporaryFolder()
  const taken = await run(folder, {})
  const shown = [...page.matchAll(/\]\(evidence\/(\S+\.png)\)/g)].map(([, name]) => name)
  expect(shown.sort()).toEqual(taken)
  expect((await readdir('docs/evidence')).sort()).toEqual(taken)
  for (const name of taken) {
    const kept = await sizeOf(join('docs/evidence', name))
    expect([name, await sizeOf(join(folder, 'pictures', name))]).toEqual([name, kept])
  }
})

test('the same with documents in a folder, which then has the photograph, the signature and both reports', async () => {
  const folder = await temporaryFolder()
  const documents = join(folder, 'documents')
  await mkdir(documents)
  await run(folder, { DOCUMENT_STORAGE: 'folder', DOCUMENT_FOLDER: documents })
  const entries = await readdir(documents, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const contents = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name))),
  )
  const kinds = contents.map((content) => content.subarray(0, 3).toString('latin1')).sort()
  expect(kinds).toEqual(['%PD', '%PD', '\x89PN', '\xff\xd8\xff'])
  expect(
    new Set(contents.map((content) => createHash('sha256').update(content).digest('hex'))).size,
  ).toBe(4)
})

test('the same with documents in S3', async () => {
  const s3 = await startS3Server()
  await run(await temporaryFolder(), { DOCUMENT_STORAGE: 's3', ...s3.env })
  expect(s3.count('PUT', 200)).toBe(4)
  expect(s3.count('GET', 200) + s3.count('GET', 206)).toBeGreaterThan(3)
})
