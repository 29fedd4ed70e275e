import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Backend, EmbeddedConnection } from './connection.js'
import { lockFolder } from './lock.js'
import type { WorkerAnswer, WorkerRequest, WorkerSettings } from './protocol.js'

/** A PostgreSQL inside this process, which serves one connection at a time. */
export interface EmbeddedPostgres {
  connect(): EmbeddedConnection
  close(): Promise<void>
}

/** Opens the embedded database in `folder`, which no other process may have open; without one it lives in memory. */
export async function openEmbedded(
  folder: string | undefined,
  durable: boolean,
): Promise<EmbeddedPostgres> {
  const unlock = folder ? await lockFolder(folder) : undefined
  try {
    const worker = await startWorker({ folder: folder && join(folder, 'database'), durable })
    const backend = takingTurns(worker.ask)
    return {
      connect: () => new EmbeddedConnection(backend),
      close: async () => {
        await worker.ask('close').catch(() => undefined) // It may have died before.
        await worker.stop()
        await unlock?.()
      },
    }
  } catch (error) {
    await unlock?.()
    throw folder ? new UnusableFolderError(folder, error) : error
  }
}

/** Says that the files of the embedded database cannot be used. */
export class UnusableFolderError extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `The embedded database in ${join(folder, 'database')} cannot be opened. Its files are damaged, of another ` +
        'version, or not for this user to write. Mend that, choose another DATA_DIR, or set DATABASE_URL.\n' +
        (cause instanceof Error ? cause.message : String(cause)),
      { cause },
    )
    this.name = 'UnusableFolderError'
  }
}

type Ask = (request: WorkerRequest) => Promise<Uint8Array>

async function startWorker(settings: WorkerSettings): Promise<{ ask: Ask; stop: () => unknown }> {
  const worker = createWorker(settings)
  const waiting: { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }[] = []
  let stopped: Error | undefined
  const wait = () =>
    new Promise<Uint8Array>((resolve, reject) => {
      if (stopped) reject(stopped)
      else waiting.push({ resolve, reject })
    })
  const stop = (reason: string) => {
    stopped ??= new Error(`Connection terminated: the embedded database ${reason}`)
    for (const { reject } of waiting.splice(0)) reject(stopped)
  }
  worker.on('message', (answer: WorkerAnswer) => {
    const next = waiting.shift()
    if ('bytes' in answer) next?.resolve(answer.bytes)
    else
      next?.reject(
        new Error(`Connection terminated: the embedded database failed: ${answer.error}`),
      )
  })
  worker.on('error', (error) => {
    stop(`failed: ${String(error)}`)
  })
  worker.on('exit', () => {
    stop('has stopped')
  })
  await wait()
  return {
    ask: (request) => {
      const answer = wait()
      worker.postMessage(request)
      return answer
    },
    stop: () => worker.terminate(),
  }
}

/** The worker is compiled like this module, or both are TypeScript: then it loads itself through tsx. */
function createWorker(workerData: WorkerSettings): Worker {
  const compiled = import.meta.url.endsWith('.js')
  const module = new URL(compiled ? './worker.js' : './worker.ts', import.meta.url)
  if (compiled) return new Worker(module, { workerData })
  const load = `import('tsx/esm/api').then((tsx) => tsx.tsImport('${module.href}', '${import.meta.url}'))`
  return new Worker(load, { workerData, eval: true, execArgv: [] })
}

/** One backend holds the state of one session: connections come in one after the other, each to a clean one. */
function takingTurns(ask: Ask): Backend {
  let turn: Promise<unknown> = Promise.resolve()
  return {
    execute: ask,
    enter: async () => {
      const previous = turn
      let leave = () => {}
      turn = new Promise<void>((resolve) => (leave = resolve))
      await previous
      await ask('reset').catch((error: unknown) => {
        leave()
        throw error
      })
      return leave
    },
  }
}
