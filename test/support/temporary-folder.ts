import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder, and a function that deletes it. */
export async function makeTemporaryFolder(): Promise<{
  folder: string
  remove: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'field-inspection-test-'))
  // A process of the test may still write into it.
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }
  return { folder, remove: () => rm(folder, options) }
}

/** An empty folder that is removed when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const { folder, remove } = await makeTemporaryFolder()
  onTestFinished(remove)
  return folder
}
