import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runProcess } from './run-process.js'
import { makeTemporaryFolder, temporaryFolder } from './temporary-folder.js'

/** The environment variable with the folder of the run, which the workers of vitest and their processes inherit. */
const FOLDER_OF_RUN = 'TEST_RUN_DEMO'

/** Lets `fillWithDemo` copy one folder, until the returned function deletes it. */
export async function keepDemoOfRun(): Promise<() => Promise<void>> {
  const { folder, remove } = await makeTemporaryFolder()
  process.env[FOLDER_OF_RUN] = folder
  return remove
}

/**
 * Fills `folder` with what the first start of the service in development puts into an empty `DATA_DIR`: a run of tests makes it once, in some
 * twenty seconds, and copies it afterwards. Outside of a run of tests does nothing, and leaves it to the service.
 */
export async function fillWithDemo(folder: string): Promise<void> {
  const run = process.env[FOLDER_OF_RUN]
  if (run === undefined) return
  await cp(await demoOf(run), folder, { recursive: true })
}

/** A data folder with the demo, removed when the test is over. */
export async function demoFolder(): Promise<string> {
  const folder = join(await temporaryFolder(), 'data')
  await fillWithDemo(folder)
  return folder
}

/** The folder with the demo. The worker that can make the folder `unfinished` fills it, and the others wait. */
async function demoOf(run: string): Promise<string> {
  const [made, unfinished] = [join(run, 'made'), join(run, 'unfinished')]
  while (!existsSync(made)) {
    const isFirst = await mkdir(unfinished).then(
      () => true,
      () => false,
    )
    if (!isFirst) await delay(200)
    // Another worker may have finished after the last look.
    else if (!existsSync(made)) await makeDemo(unfinished, made)
  }
  return made
}

async function makeDemo(unfinished: string, made: string): Promise<void> {
  const env = { DATA_DIR: unfinished, DATABASE_URL: '', NODE_ENV: 'development' }
  const { status, stderr } = await runProcess('src/demo/seed.ts', env, [])
  if (status === 0) return rename(unfinished, made)
  await rm(unfinished, { recursive: true })
  throw new Error(`The demo data could not be made:\n${stderr}`)
}
