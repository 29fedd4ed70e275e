import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectPictures, takePictures } from '../support/picture.js'
import { startS3Server } from '../support/s3-server.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const run = (env: Record<string, string>) => takePictures('scripts/evidence-pictures.ts', env)

// The other tests in a browser have documents in the database.
test('docs/evidence.md: each request has its answer, and the script takes each picture, with documents in a folder, which then has the photograph, the signature and both reports', async () => {
  const folder = await temporaryFolder()
  const documents = join(folder, 'documents')
  await mkdir(documents)
  const pictures = await run({ DOCUMENT_STORAGE: 'folder', DOCUMENT_FOLDER: documents })
  await expectPictures('evidence', pictures)
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
  await run({ DOCUMENT_STORAGE: 's3', ...s3.env })
  expect(s3.count('PUT', 200)).toBe(4)
  expect(s3.count('GET', 200) + s3.count('GET', 206)).toBeGreaterThan(3)
})
