import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sizeOf } from '../support/picture.js'
import { demoFolder } from '../support/demo-folder.js'
import { addressOf, startServiceProcess } from '../support/service-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const page = await readFile('docs/inspection.md', 'utf8')

test('the script records an inspection in the dashboard, and takes each picture of docs/inspection.md', async () => {
  const folder = await temporaryFolder()
  const pictures = join(folder, 'pictures')
  await mkdir(pictures)
  const address = await addressOf(startServiceProcess({ DATA_DIR: await demoFolder() }))
  const script = ['--import', 'tsx', 'scripts/inspection-pictures.ts', address, pictures]
  await promisify(execFile)(process.execPath, script)
  const taken = (await readdir(pictures)).sort()
  const shown = [...page.matchAll(/\]\(inspection\/(\S+\.png)\)/g)].map(([, name]) => name)
  expect(shown.sort()).toEqual(taken)
  expect((await readdir('docs/inspection')).sort()).toEqual(taken)
  for (const name of taken) {
    const kept = await sizeOf(join('docs/inspection', name))
    expect([name, await sizeOf(join(pictures, name))]).toEqual([name, kept])
  }
})
