import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config/config.js'
import { createLog } from '../../src/log/create-log.js'
import { afterFile } from './after-file.js'
import { closeApp } from './close-app.js'
import { serviceDatabase } from './database.js'
import { PATIENT } from './patient-settings.js'

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>>

const opened: FastifyInstance[] = []
afterFile(async () => {
  await Promise.all(opened.splice(0).map(closeApp))
})

/** Starts the service on a free port, with a log whose lines a test reads. */
export async function startLoggedService(env: Record<string, string> = {}) {
  const lines: LogLine[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as LogLine)
  const config = readConfig({ ...PATIENT, ...env })
  const app = await createApp(config, serviceDatabase(), createLog('info', { write }))
  opened.push(app)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })

  /** The line of the request with this id. It is written after the response, which may arrive before. */
  const lineOf = async (response: { readonly headers: Headers }): Promise<LogLine> => {
    const id = response.headers.get('x-request-id')
    const isIt = ({ reqId, msg }: LogLine) => reqId === id && /request$/.test(String(msg))
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const line = lines.find(isIt)
      if (line) return line
      await delay(10)
    }
    return expect.fail(`no line of the request ${id}`)
  }
  return { address, app, lines, lineOf }
}
