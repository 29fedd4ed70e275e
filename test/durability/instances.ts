import { onTestFinished } from 'vitest'
import type { Random } from '../../src/demo/random.js'
import type { startService } from './service.js'

type Instance = Awaited<ReturnType<typeof startService>>

/** Two instances of the service. They are ended after the test. */
export async function startInstances(start: () => Promise<Instance>) {
  const running = [await start(), await start()]
  onTestFinished(async () => {
    for (const { process } of running) await process.destroy()
  })
  /** Kills one of them with `kill -9`, and starts another one. */
  const replaceOne = async (random: Random) => {
    const [killed] = running.splice(random.integer(0, running.length - 1), 1)
    killed?.process.kill('SIGKILL')
    await killed?.process.exited('SIGKILL')
    running.push(await start())
  }
  return { running, replaceOne }
}
