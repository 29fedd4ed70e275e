import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'
import { compile, projects } from './client-projects.js'

it.each(projects)('examples/client, copied, compiles in a project %s', async (_, options) => {
  const folder = await temporaryFolder()
  expect(await compile(folder, resolve('examples/client'), options)).toBe('')
})
