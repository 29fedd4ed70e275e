import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { answerBackupRequest } from './backup.js'
import { type Backend, EmbeddedConnection } from './connection.js'
import { DataFolderError, lockFolder } from './lock.js'
import type { WorkerRequest, WorkerResponse, WorkerSettings } from './protocol.js'

/** Whether the data folder has a database: to open it would create one. */
export const hasDatabase = (folder: string): boolean => existsSync(databaseOf(folder))

/**
 * Opens the embedded database: PGlite, a PostgreSQL inside this process that serves one connection at a time. Locks
 * `folder`. Without a folder, the database is in memory.
 */
export async function openEmbedded(folder: string | undefined, durable: boolean) {
  requirePackage()
  let dump: (() => Promise<Uint8Array>) | undefined
  const unlock = folder
    ? await lockFolder(folder, (socket) => void answerBackupRequest(socket, folder, dump))
    : undefined
  try {
    const worker = await startWorker({ folder: folder && databaseOf(folder), durable })
    const backend = oneAtATime(worker.send)
    dump = () => worker.send('dump')
    return {
      connect: () => new EmbeddedConnection(backend),
      close: async (): Promise<void> => {
        await worker.send('close').catch(() => undefined) // The worker may have failed before.
        await worker.stop()
        await unlock?.()
      },
    }
  } catch (error) {
    await unlock?.()
    if (!folder) throw error
    throw new DataFolderError(
      `The embedded database in ${databaseOf(folder)} cannot be opened: its files are damaged or of another ` +
        'version, or the disk is full. Repair the files, choose another DATA_DIR, or set DATABASE_URL.',
      { cause: error },
    )
  }
}

const databaseOf = (folder: string) => join(folder, 'database')

/** Production may lack the package, because a PostgreSQL server does not need it. */
function requirePackage(): void {
  try {
    createRequire(import.meta.url).resolve('@electric-sql/pglite')
  } catch {
    throw new DataFolderError(
      'The embedded database is not installed (@electric-sql/pglite). Install it, or set DATABASE_URL.',
    )
  }
}

type Send = (request: WorkerRequest) => Promise<Uint8Array>

/** Starts the worker and waits until its database is open. */
async function startWorker(settings: WorkerSettings): Promise<{ send: Send; stop: () => unknown }> {
  const worker = createWorker(settings)
  const waiting: { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }[] = []
  let stopped: Error | undefined
  // `isDatabaseUnavailable` recognizes these errors by their first words.
  const failure = (reason: string) =>
    new Error(`Connection terminated: the embedded database ${reason}`)
  const stop = (reason: string) => {
    stopped ??= failure(reason)
    for (const { reject } of waiting.splice(0)) reject(stopped)
  }
  const response = () =>
    new Promise<Uint8Array>((resolve, reject) => {
      if (stopped) reject(stopped)
      else waiting.push({ resolve, reject })
    })
  worker.on('message', (message: WorkerResponse) => {
    const next = waiting.shift()
    if ('bytes' in message) next?.resolve(message.bytes)
    else next?.reject(failure(`failed: ${message.error}`))
  })
  worker.on('error', (error) => {
    stop(`failed: ${String(error)}`)
  })
  worker.on('exit', () => {
    stop('has stopped')
  })
  await response()
  const send: Send = (request) => {
    const responded = response()
    worker.postMessage(request)
    return responded
  }
  return { send, stop: () => worker.terminate() }
}

/** Starts the worker. The build puts it beside this module; if this module is TypeScript, tsx compiles the worker. */
function createWorker(workerData: WorkerSettings): Worker {
  const compiled = import.meta.url.endsWith('.js')
  const module = new URL(compiled ? './worker.js' : './worker.ts', import.meta.url)
  if (compiled) return new Worker(module, { workerData })
  const load = `import('tsx/esm/api').then((tsx) => tsx.tsImport('${module.href}', '${import.meta.url}'))`
  return new Worker(load, { workerData, eval: true, execArgv: [] })
}

/** A mutex: the backend has one session, so only one connection uses it at a time. Each starts with a reset session. */
function oneAtATime(send: Send): Backend {
  let last: Promise<unknown> = Promise.resolve()
  return {
    execute: send,
    enter: async () => {
      const previous = last
      let leave = () => {}
      last = new Promise<void>((resolve) => (leave = resolve))
      await previous
      await send('reset').catch((error: unknown) => {
        leave()
        throw error
      })
      return leave
    },
  }
}
