import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { expectPictures } from '../support/picture.js'
import { temporaryFolder } from '../support/temporary-folder.js'

test('the script sends mails, and takes each picture of docs/mails.md', async () => {
  const pictures = join(await temporaryFolder(), 'pictures')
  const names = (await readdir('docs/mails')).map((file) => parse(file).name)
  const script = ['--import', 'tsx', 'scripts/mail-pictures.ts', pictures, ...names]
  await promisify(execFile)(process.execPath, script)
  await expectPictures('mails', pictures)
})
