import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ImageJob, ImageRequest, ImageResponse } from './protocol.js'

/** The longest time of one job. Beside other work, the process gets little of the processor. */
const MAX_JOB_MS = 30_000
/** The process ends after this time without a job. */
const IDLE_MS = 60_000

/**
 * Decodes images in a process of its own, because the decoders are native code that reads files of strangers: if one crashes, takes too
 * long or needs too much memory, only this process ends, and the next job starts another one. It has the lowest priority.
 */
export class ImageProcess {
  private child: ChildProcess | undefined
  private idle: NodeJS.Timeout | undefined

  /** Does one job. There must be no other one at the same time. Throws if the process ends before its answer. */
  async run(job: ImageJob, content: AsyncIterable<Uint8Array>): Promise<ImageResponse> {
    clearTimeout(this.idle)
    const child = (this.child ??= this.start())
    let isStuck = false
    const timer = setTimeout(() => {
      isStuck = true
      child.kill('SIGKILL')
    }, MAX_JOB_MS)
    let settle: (() => void) | undefined
    const answer = new Promise<ImageResponse>((resolve, reject) => {
      const end = () => {
        reject(new ImageProcessEnded(isStuck))
      }
      child.once('message', resolve).once('exit', end)
      settle = () => child.off('message', resolve).off('exit', end)
    })
    try {
      const [response] = await Promise.all([answer, this.send(child, job, content)])
      // What has failed in it may have left it in a bad state.
      if (!('made' in response)) this.stop()
      return response
    } catch (error) {
      this.stop()
      throw error
    } finally {
      settle?.()
      clearTimeout(timer)
      this.idle = setTimeout(() => {
        this.stop()
      }, IDLE_MS).unref()
    }
  }

  stop(): void {
    clearTimeout(this.idle)
    this.child?.kill('SIGKILL')
    this.child = undefined
  }

  private async send(child: ChildProcess, job: ImageJob, content: AsyncIterable<Uint8Array>) {
    const send = (request: ImageRequest) =>
      new Promise<void>((resolve) => {
        // A process that has ended emits `exit`.
        child.send(request, () => {
          resolve()
        })
      })
    await send({ job })
    for await (const part of content) await send({ part })
    await send({ end: true })
  }

  private start(): ChildProcess {
    const isCompiled = import.meta.url.endsWith('.js')
    const module = new URL(isCompiled ? './image-worker.js' : './image-worker.ts', import.meta.url)
    const child = fork(fileURLToPath(module), {
      execArgv: isCompiled ? [] : ['--import', 'tsx'],
      // No secrets of the service.
      env: { PATH: process.env['PATH'], UV_THREADPOOL_SIZE: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.unref()
    child.channel?.unref()
    child.on('error', () => child.kill('SIGKILL'))
    child.on('exit', () => {
      if (this.child === child) this.child = undefined
    })
    // Before it has other threads: they inherit it. Some systems do not allow it.
    if (child.pid !== undefined) lowerPriority(child.pid)
    return child
  }
}

export class ImageProcessEnded extends Error {
  override readonly name = 'ImageProcessEnded'

  constructor(
    /** Whether it was ended because the job took too long. */
    readonly isStuck: boolean,
  ) {
    super()
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It works with the normal priority, too.
  }
}
