import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect } from 'vitest'
import { demoFolder } from './demo-folder.js'
import { PATIENT } from './patient-settings.js'
import { addressOf, startServiceProcess } from './service-process.js'
import { temporaryFolder } from './temporary-folder.js'

/** Runs a script that takes pictures, on a new service with the demo data. Returns the folder with the pictures. */
export async function takePictures(script: string, env: Record<string, string> = {}) {
  const pictures = join(await temporaryFolder(), 'pictures')
  await mkdir(pictures)
  const service = startServiceProcess({ DATA_DIR: await demoFolder(), ...PATIENT, ...env })
  const address = await addressOf(service)
  await promisify(execFile)(process.execPath, ['--import', 'tsx', script, address, pictures])
  return pictures
}

/** Expects that a folder has each picture that `docs/<page>.md` shows, as large as in `docs/<page>`, and not blank. */
export async function expectPictures(page: string, pictures: string): Promise<void> {
  const text = await readFile(`docs/${page}.md`, 'utf8')
  const shown = [...text.matchAll(/\]\((\S+\.png)\)/g)].map(([, path]) => path)
  const taken = (await readdir(pictures)).sort()
  expect(shown.sort()).toEqual(taken.map((name) => `${page}/${name}`))
  expect((await readdir(join('docs', page))).sort()).toEqual(taken)
  for (const name of taken) {
    const [is, kept] = await Promise.all([join(pictures, name), join('docs', page, name)].map(read))
    expect([name, is?.size]).toEqual([name, kept?.size])
    expect(is?.entropy, `${name} is not blank`).toBeGreaterThan((kept?.entropy ?? 0) / 2)
  }
}

/** Its size, and its entropy in bits: 0 if it has one colour. */
async function read(file: string) {
  const picture = sharp(file)
  const [{ width, height }, { entropy }] = [await picture.metadata(), await picture.stats()]
  return { size: [width, height], entropy }
}
