import { run as bulkWrites } from './bulk-writes.js'
import { run as heavyQueries } from './heavy-queries.js'

/** The load scripts: `npm run load -- <name> [options]`. */
const scripts: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  'bulk-writes': bulkWrites,
  'heavy-queries': heavyQueries,
}

const [name = '', ...args] = process.argv.slice(2)
const run = scripts[name]
if (run) await run(args)
else throw new Error(`expected one of ${Object.keys(scripts).join(', ')}, got "${name}"`)
