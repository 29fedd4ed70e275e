import { expect, it } from 'vitest'
import { startProcess } from '../support/child-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

it('refuses to seed in production', async () => {
  const DATA_DIR = await temporaryFolder()
  const seed = startProcess('src/demo/seed.ts', {
    NODE_ENV: 'production',
    DATABASE_URL: 'embedded',
    DATA_DIR,
  })
  await seed.exited(1)
  expect(seed.output()).toContain('The demo data is not for production')
})
