import { expect } from 'vitest'
import { createLog } from '../../src/log/create-log.js'
import { afterFile } from './after-file.js'

/** Shorter values are not secrets, and may occur in any text. */
const MIN_LENGTH = 8

const lines: string[] = []
const secrets = new Set<string>()

/**
 * The log of the services that tests share, at the most detailed level. Its lines are kept, to search them for secrets.
 */
export const traceLog = createLog('trace', { write: (line: string) => void lines.push(line) })

const FIELD =
  /"(?:password|secret|clientSecret|client_secret|accessToken|access_token|refreshToken|refresh_token|key)"\s*:\s*"([^"\\]+)"/g

/** Remembers the secrets in the body and the headers of a request or response. */
export function noteSecrets(body: string, headers: Readonly<Record<string, string>> = {}): void {
  for (const [, value = ''] of body.matchAll(FIELD)) noteSecret(value)
  for (const name of ['authorization', 'x-api-key', 'x-api-token']) {
    noteSecret((headers[name] ?? '').replace(/^(bearer|basic) +/i, ''))
  }
}

function noteSecret(value: string): void {
  if (value.length >= MIN_LENGTH) secrets.add(value)
}

/** The secrets that the tests of this file have sent or received, and the log of the services. */
export const traced = () => ({ log: lines.join(''), secrets: [...secrets] })

afterFile(() => {
  const { log, secrets: noted } = traced()
  lines.length = 0
  secrets.clear()
  for (const secret of noted) expect(log).not.toContain(secret)
})
