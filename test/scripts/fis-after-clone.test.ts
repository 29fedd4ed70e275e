import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'

it('npx fis generates what it needs after a clone', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'examples'))
  for (const name of ['examples/client', 'examples/scripts', 'scripts'])
    await cp(name, join(folder, name), {
      recursive: true,
      filter: (path) => basename(path) !== 'generated',
    })
  const others = ['codegen.ts', 'node_modules', 'package.json', 'schema.graphql', 'src']
  for (const name of others) await symlink(resolve(name), join(folder, name))
  const run = () => promisify(execFile)('npx', ['fis', '--help'], { cwd: folder })
  expect((await run()).stdout).toContain('Usage: fis')
  expect(await readdir(join(folder, 'examples/client/generated'))).toContain('graphql.ts')
  expect((await run()).stdout).toContain('Usage: fis')
})
