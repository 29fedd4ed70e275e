import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startDemoService } from './demo-service.js'

const MEGABYTE = 1_048_576
const FILE_BYTES = 25_000_000

/**
 * Uploads files of 25 MB at the same time, and downloads them, beside short requests of another company. Returns the resident
 * memory of the service before, and at most during the uploads and during the downloads, in megabytes, and the times of the short
 * requests, in milliseconds. The variables of DOCUMENT_STORAGE choose the store.
 */
export async function run(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: { files: { type: 'string', default: '50' } },
  })
  // All uploads share the processor and the disk of this machine, so each takes longer than the default allows.
  const service = await startDemoService(1, { REQUEST_TIMEOUT_MS: '150000' })
  const state = { isOver: false, most: 0 }
  try {
    const { address, pid } = service
    const uploader = { authorization: `Bearer ${await service.signIn('harbour', 'admin')}` }
    const other = { authorization: `Bearer ${await service.signIn('summit', 'admin')}` }
    const before = await residentMegabytes(pid)
    state.most = before
    const watch = async () => {
      while (!state.isOver) {
        state.most = Math.max(state.most, await residentMegabytes(pid))
        await delay(50)
      }
    }
    const times: number[] = []
    const read = async () => {
      while (!state.isOver) {
        const start = performance.now()
        const response = await fetch(`${address}/graphql`, {
          method: 'POST',
          headers: { ...other, 'content-type': 'application/json' },
          body: JSON.stringify({ query: '{ viewer { user { id } } }' }),
        })
        await response.arrayBuffer()
        times.push(performance.now() - start)
        await delay(100)
      }
    }
    const beside = Promise.all([watch(), read()])
    // If an upload fails, its error is thrown.
    beside.catch(() => undefined)
    const start = performance.now()
    const ids = await Promise.all(
      Array.from({ length: Number(values.files) }, () => upload(address, uploader)),
    )
    const uploaded = performance.now()
    const uploading = state.most
    state.most = 0
    await Promise.all(ids.map((id) => download(`${address}/documents/${id}`, uploader)))
    const end = performance.now()
    state.isOver = true
    await beside
    times.sort((one, other) => one - other)
    return {
      'resident memory before': before,
      'at most': { uploads: uploading, downloads: state.most },
      seconds: { uploads: (uploaded - start) / 1000, downloads: (end - uploaded) / 1000 },
      'short requests': {
        number: times.length,
        median: times[Math.floor(times.length / 2)],
        p99: times[Math.floor(times.length * 0.99)],
      },
    }
  } finally {
    state.isOver = true
    await service.stop()
  }
}

/** Sends a file in pieces, so that this process does not hold all files. Returns the id of the document. */
async function upload(address: string, headers: Record<string, string>): Promise<string> {
  const boundary = 'boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n`
  const piece = new Uint8Array(65_536)
  let left = FILE_BYTES - 9
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(new TextEncoder().encode(head))
    },
    pull(stream) {
      if (left > 0) {
        const part = piece.subarray(0, Math.min(piece.length, left))
        left -= part.length
        stream.enqueue(part)
        return
      }
      stream.enqueue(new TextEncoder().encode(`\r\n--${boundary}--\r\n`))
      stream.close()
    },
  })
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body,
    duplex: 'half',
  }
  const response = await fetch(`${address}/documents`, init as RequestInit)
  const answer = (await response.json()) as { id: string }
  if (response.status !== 201) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
  return answer.id
}

async function download(url: string, headers: Record<string, string>): Promise<void> {
  let response = await fetch(url, { headers })
  // The uploads have used the budget of their user, and many downloads wait for the database.
  while (response.status === 429 || response.status === 503) {
    await response.arrayBuffer()
    await delay(Number(response.headers.get('retry-after')) * 1000)
    response = await fetch(url, { headers })
  }
  let bytes = 0
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>)
    bytes += part.length
  if (bytes !== FILE_BYTES) throw new Error(`expected ${FILE_BYTES} bytes, got ${bytes}`)
}

/** Linux only. */
async function residentMegabytes(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round((Number(kilobytes) * 1024) / MEGABYTE)
}
