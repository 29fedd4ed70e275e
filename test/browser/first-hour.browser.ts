import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { expectPictures, takePictures } from '../support/picture.js'

test('the script does what docs/first-hour.md describes, and takes each of its pictures', async () => {
  await expectPictures('first-hour', await takePictures('scripts/first-hour-pictures.ts'))
})

test('docs/first-hour.md shows the script of the page as it is', async () => {
  const page = await readFile('docs/first-hour.md', 'utf8')
  const [, code] = /^```ts\n\/\/ examples\/first-hour\/main\.ts\n([^]*?)^```$/m.exec(page) ?? []
  expect(code).toBe(await readFile('examples/first-hour/main.ts', 'utf8'))
})
