import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Demo, readDemo, writeDemo } from '../../src/demo/demo-file.js'
import { silentLog } from '../support/silent-log.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const demo: Demo = {
  users: [{ company: 'harbour', role: 'admin', username: 'a@b.example', password: 'p' }],
  oauthClient: { id: 'c', secret: 's' },
  apiKeys: { harbour: 'h', summit: 't' },
}

it('reads the file that it has written', async () => {
  const folder = join(await temporaryFolder(), 'data')
  expect(await readDemo(folder, silentLog)).toBeUndefined()
  await writeDemo(folder, demo)
  expect(await readDemo(folder, silentLog)).toEqual(demo)
})

it.each(['', '{', '{}', '{"users":[]}'])(
  'ignores a damaged file and logs a warning: %j',
  async (text) => {
    const folder = await temporaryFolder()
    const file = join(folder, 'demo.json')
    await writeFile(file, text)
    const warnings: unknown[] = []
    const log = { ...silentLog, warn: (details: object) => warnings.push(details) }
    expect(await readDemo(folder, log)).toBeUndefined()
    expect(warnings).toMatchObject([{ file }])
  },
)

it('writes with mode 600, also over a file with another mode', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'demo.json'), 'old', { mode: 0o644 })
  await writeDemo(folder, demo)
  expect((await stat(join(folder, 'demo.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['demo.json'])
})
