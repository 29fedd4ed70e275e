import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const BENCH = fileURLToPath(new URL('..', import.meta.url))
/** The checkout that is measured. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Logs, the PostgreSQL cluster and other temporary files. They are kept between runs. */
export const WORK = join(tmpdir(), 'field-inspection-bench')
mkdirSync(WORK, { recursive: true })
