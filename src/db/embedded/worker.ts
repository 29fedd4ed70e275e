import { existsSync, fsyncSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, protocol, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { WorkerRequest, WorkerResponse, WorkerSettings } from './protocol.js'

/** The part of Emscripten's file system that is patched here. */
interface NodeFileSystem {
  FS: {
    filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }
  }
}

const { folder, durable } = workerData as WorkerSettings
const port = parentPort
if (!port) throw new Error('The embedded database runs in a worker thread.')

const options: PGliteOptions = { extensions: { btree_gin, pg_trgm } }
// By default, PGlite starts PostgreSQL with -F (no fsync), and its file system has no fsync.
if (durable) {
  options.startParams = PGlite.defaultStartParams
    .filter((parameter) => parameter !== '-F')
    .concat('-c', 'wal_sync_method=fsync')
}

/** Creates the data folder under another name and renames it: an interrupted start does not leave a partial folder. */
async function createFolder(folder: string): Promise<void> {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  const database = await PGlite.create({ ...options, dataDir: unfinished })
  await database.close()
  await rename(unfinished, folder)
}

async function open(): Promise<PGlite> {
  if (!folder) return PGlite.create(options)
  if (!existsSync(folder)) await createFolder(folder)
  const database = await PGlite.create({ ...options, dataDir: folder })
  if (durable) {
    const { FS } = database.Module as unknown as NodeFileSystem
    FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
      fsyncSync(stream.nfd)
      return 0
    }
  }
  return database
}

/** Resets the session for the next connection: one backend process serves all connections, one after the other. */
async function resetSession(): Promise<void> {
  await database.execProtocolRaw(protocol.serialize.sync())
  await database.exec('ROLLBACK')
  await database.exec('DISCARD ALL')
}

async function execute(message: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  await database.execProtocolRawStream(message, {
    onRawData: (chunk) => chunks.push(chunk.slice()),
  })
  return chunks.length === 1 && chunks[0] ? chunks[0] : new Uint8Array(Buffer.concat(chunks))
}

/**
 * The data folder as a compressed tar file. No statement runs in the meantime. When the copy is opened, PostgreSQL
 * recovers it as after a crash, without the transactions that were in progress.
 */
async function dump(): Promise<Uint8Array> {
  const file = await database.dumpDataDir('gzip')
  return new Uint8Array(await file.arrayBuffer())
}

async function handle(request: WorkerRequest): Promise<Uint8Array> {
  if (request instanceof Uint8Array) return database.runExclusive(() => execute(request))
  if (request === 'dump') return dump()
  if (request === 'reset') await resetSession()
  else await database.close()
  return new Uint8Array()
}

const database = await open()
let queue = Promise.resolve()
port.on('message', (request: WorkerRequest) => {
  queue = queue.then(async () => {
    try {
      const bytes = await handle(request)
      port.postMessage({ bytes } satisfies WorkerResponse, [bytes.buffer as ArrayBuffer])
    } catch (error) {
      port.postMessage({ error: String(error) } satisfies WorkerResponse)
    }
  })
})
port.postMessage({ bytes: new Uint8Array() } satisfies WorkerResponse)
