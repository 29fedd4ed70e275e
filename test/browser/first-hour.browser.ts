import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sizeOf } from '../support/picture.js'
import { demoFolder } from '../support/demo-folder.js'
import { addressOf, startServiceProcess } from '../support/service-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const page = await readFile('docs/first-hour.md', 'utf8')

test('the script does what docs/first-hour.md describes, and takes each of its pictures', async () => {
  const folder = await temporaryFolder()
  const pictures = join(folder, 'pictures')
  await mkdir(pictures)
  const address = await addressOf(startServiceProcess({ DATA_DIR: await demoFolder() }))
  const script = ['--import', 'tsx', 'scripts/first-hour-pictures.ts', address, pictures]
  await promisify(execFile)(process.execPath, script)
  const taken = (await readdir(pictures)).sort()
  const shown = [...page.matchAll(/\]\(first-hour\/(\S+\.png)\)/g)].map(([, name]) => name)
  expect(shown.sort()).toEqual(taken)
  expect((await readdir('docs/first-hour')).sort()).toEqual(taken)
  for (const name of taken) {
    const kept = await sizeOf(join('docs/first-hour', name))
    expect([name, await sizeOf(join(pictures, name))]).toEqual([name, kept])
  }
})

test('docs/first-hour.md shows the script of the page as it is', async () => {
  const [, code] = /^```ts\n\/\/ examples\/first-hour\/main\.ts\n([^]*?)^```$/m.exec(page) ?? []
  expect(code).toBe(await readFile('examples/first-hour/main.ts', 'utf8'))
})
