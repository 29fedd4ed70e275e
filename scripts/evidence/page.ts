import { execFile } from 'node:child_process'
import { deepEqual } from 'node:assert/strict'
import { promisify } from 'node:util'
import type { Block, Placeholders } from '../../test/support/transcript.js'
import { tokenOf } from './session.js'

const run = promisify(execFile)

/** The address of the service in the page. */
const SHOWN_ADDRESS = 'http://127.0.0.1:4000'

interface Service {
  readonly address: string
  /** The current folder of the commands. */
  readonly folder: string
}

/** Sends the request of a block, or runs its commands. Returns what was answered or printed. */
export async function answerOf(
  names: Placeholders,
  { language, note, text, line }: Block,
  { address, folder }: Service,
): Promise<string> {
  const filled = names.fill(text).replaceAll(SHOWN_ADDRESS, address)
  if (language === 'sh') {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', filled], { cwd: folder })
    return stdout
  }
  if (language !== 'graphql') throw new Error(`line ${line}: expected no block of ${language}`)
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenOf(address, note)}`,
    },
    body: JSON.stringify({ query: filled }),
  })
  return response.text()
}

/** Compares an answer with the one of the page. Names without a value get theirs. */
export function matchAnswer(names: Placeholders, { language, text, line }: Block, answer: string) {
  if (language === 'text') {
    names.match(text, answer)
    return
  }
  const actual = JSON.parse(answer) as unknown
  deepEqual(actual, names.complete(JSON.parse(text), actual), `line ${line}`)
}
