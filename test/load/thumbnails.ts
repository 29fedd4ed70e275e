import { parseArgs } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { photograph } from '../support/photographs.js'
import { startDemoService } from './demo-service.js'

/**
 * Uploads photographs of 12 megapixels and opens their thumbnails, as fast as the service allows, beside light reads of another company.
 * Returns the times of the reads in milliseconds, without and with the flood, and the responses of the flood by status.
 */
export async function run(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '30' },
      clients: { type: 'string', default: '20' },
    },
  })
  const milliseconds = Number(values.seconds) * 1000
  const service = await startDemoService(1)
  try {
    const { address } = service
    const bearer = async (company: 'harbour' | 'summit') => ({
      authorization: `Bearer ${await service.signIn(company, 'admin')}`,
    })
    const [flooder, reader] = [await bearer('harbour'), await bearer('summit')]
    const image = await (await photograph({ width: 4000, height: 3000 })).jpeg().toBuffer()
    const statuses: Record<string, number> = {}
    /** With the reason of a refusal. */
    const count = (kind: string, { status }: Response, body: string) => {
      const reason = status < 400 ? '' : ` ${(JSON.parse(body) as { message: string }).message}`
      const key = `${kind} ${status}${reason.replace(/\d+ s/, '… s')}`
      statuses[key] = (statuses[key] ?? 0) + 1
    }
    const ask = async (query: string, headers: Record<string, string>) => {
      const response = await fetch(`${address}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      return (await response.json()) as { data?: { document?: Record<string, string> } }
    }
    const readFor = async (time: number) => {
      const times: number[] = []
      const end = performance.now() + time
      while (performance.now() < end) {
        const start = performance.now()
        await ask('{ viewer { user { id fullName } } }', reader)
        times.push(performance.now() - start)
        await delay(50)
      }
      times.sort((one, other) => one - other)
      const at = (share: number) =>
        Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
      return { number: times.length, p50: at(0.5), p99: at(0.99), most: at(1 - 1 / times.length) }
    }
    const state = { isOver: false }
    const flood = async () => {
      while (!state.isOver) {
        const form = new FormData()
        form.set('file', new Blob([new Uint8Array(image)]), 'a.jpg')
        const upload = await fetch(`${address}/documents`, {
          method: 'POST',
          headers: flooder,
          body: form,
        })
        const answer = await upload.text()
        count('upload', upload, answer)
        const { id } = JSON.parse(answer) as { id?: string }
        if (id === undefined) continue
        const fields =
          '{ thumbnail: url(size: THUMBNAIL) small: url(size: SMALL) large: url(size: LARGE) }'
        const { data } = await ask(`{ document(id: "${id}") ${fields} }`, flooder)
        const opened = Object.values(data?.document ?? {}).map(async (link) => {
          const response = await fetch(address + link, { headers: { accept: 'image/webp' } })
          const body = Buffer.from(await response.arrayBuffer())
          count('thumbnail', response, body.toString())
        })
        await Promise.all(opened)
      }
    }
    const alone = await readFor(5000)
    const clients = Array.from({ length: Number(values.clients) }, flood)
    const beside = await readFor(milliseconds)
    state.isOver = true
    await Promise.all(clients)
    return { reads: { alone, beside }, flood: statuses }
  } finally {
    await service.stop()
  }
}
