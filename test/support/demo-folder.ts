import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runProcess } from './run-process.js'
import { makeTemporaryFolder, temporaryFolder } from './temporary-folder.js'

/** The environment variable with the folder of the run, which the workers of vitest and their processes inherit. */
const FOLDER_OF_RUN = 'TEST_RUN_DEMO'
/** The folder with the demos of the last builds. */
const KEPT = join('.tmp', 'demo')
const DAY_MS = 86_400_000

/** Lets `fillWithDemo` copy one folder, until the returned function ends the run. */
export async function keepDemoOfRun(): Promise<() => Promise<void>> {
  const { folder, remove } = await makeTemporaryFolder()
  process.env[FOLDER_OF_RUN] = folder
  return remove
}

/**
 * Fills `folder` with what the first start of the service in development puts into an empty `DATA_DIR`: the first run of tests of a build
 * and a day makes it, in some twenty seconds. Outside of a run of tests does nothing, and leaves it to the service.
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

/** The folder with the demo. The worker that can make a folder `making` in the folder of the run makes the demo, and the others wait. */
async function demoOf(run: string): Promise<string> {
  // Its dates are relative to the day on which it is made.
  const day = new Date().toISOString().slice(0, 10)
  const made = join(KEPT, `${readFileSync('dist/.built-from', 'utf8').slice(0, 16)}-${day}`)
  const making = join(run, basename(made))
  while (!existsSync(made)) {
    const isFirst = await mkdir(making).then(
      () => true,
      () => false,
    )
    if (!isFirst) await delay(200)
    // Another worker may have finished after the last look.
    else if (!existsSync(made)) await makeDemo(made, making, basename(run))
  }
  return made
}

/** Makes the demo in a folder beside `made`, because another run may make it, too. */
async function makeDemo(made: string, making: string, run: string): Promise<void> {
  await mkdir(KEPT, { recursive: true })
  await removeOld()
  const unfinished = join(KEPT, run)
  const env = { DATA_DIR: unfinished, DATABASE_URL: '', NODE_ENV: 'development' }
  const { status, stderr } = await runProcess('src/demo/seed.ts', env, [])
  if (status !== 0) {
    await rm(unfinished, { recursive: true, force: true })
    await rm(making, { recursive: true })
    throw new Error(`The demo data could not be made:\n${stderr}`)
  }
  await rename(unfinished, made).catch(async (error: unknown) => {
    if (!existsSync(made)) throw error
    await rm(unfinished, { recursive: true })
  })
}

/** Deletes the demos of other builds. A run that uses one does not last for a day. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(KEPT)) {
    const path = join(KEPT, name)
    if ((await stat(path)).mtimeMs < Date.now() - DAY_MS) await rm(path, { recursive: true })
  }
}
