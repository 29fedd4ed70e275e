import { cp, mkdir, mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runProcess } from './run-process.js'
import { temporaryFolder } from './temporary-folder.js'

/** The environment variable with the folder of the run, which the workers of vitest and their processes inherit. */
const FOLDER_OF_RUN = 'TEST_RUN_DEMO'

/** Lets `fillWithDemo` copy one folder, until the returned function deletes it. */
export async function keepDemoOfRun(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'field-inspection-demo-'))
  process.env[FOLDER_OF_RUN] = folder
  return () => rm(folder, { recursive: true, force: true })
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

/** The folder with the demo. The first worker that needs it makes it, and the others wait. */
async function demoOf(run: string): Promise<string> {
  const made = join(run, 'made')
  const isMade = () => stat(made).catch(() => undefined)
  while (!(await isMade())) {
    const lock = await open(join(run, 'lock'), 'wx').catch(() => undefined)
    if (!lock) {
      await delay(200)
      continue
    }
    try {
      const unfinished = join(run, 'unfinished')
      await mkdir(unfinished)
      const env = { DATA_DIR: unfinished, DATABASE_URL: '', NODE_ENV: 'development' }
      const { status, stderr } = await runProcess('src/demo/seed.ts', env, [])
      if (status !== 0) throw new Error(`The demo data could not be made:\n${stderr}`)
      await rename(unfinished, made)
    } finally {
      await lock.close()
      await rm(join(run, 'lock'))
    }
  }
  return made
}
