import { afterAll, afterEach } from 'vitest'
import { runAfterFile } from '../support/after-file.js'
import { destroyServices } from '../support/service-process.js'

// vitest executes this before each test file. The folders of a test are removed later, by `onTestFinished`.
afterEach(async () => {
  await destroyServices()
})
afterAll(runAfterFile)
