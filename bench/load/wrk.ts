import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WORK } from '../system/paths.js'
import type { LoadRequest, LoadResult } from './load.js'

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url))
let files = 0

export async function loadWithWrk(
  port: number,
  requests: LoadRequest[],
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  files += 1
  const file = join(WORK, `requests-${process.pid}-${files}`)
  writeFileSync(file, requests.map(lineOf).join('\n'))
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', SCRIPT]
  const args = [...options, `http://127.0.0.1:${port}`, '--', file]
  const text = await outputOf('wrk', args).finally(() => {
    rmSync(file)
  })
  const line = /^RESULT (.*)$/m.exec(text)?.[1]
  if (!line) throw new Error(`wrk printed no result:\n${text}`)
  return JSON.parse(line) as LoadResult
}

/** The path, the body, and a `name: value` for each header, with tabs between them: see wrk.lua. */
const lineOf = ({ path, body = '', headers = {} }: LoadRequest) =>
  [path, body, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\t')

function outputOf(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.once('error', reject)
    child.once('close', (status) => {
      if (status === 0) resolve(text)
      else reject(new Error(`${command} ended with ${status ?? 'a signal'}`))
    })
  })
}
