import { run as abortedRequests } from './aborted-requests.js'
import { run as auditSearch } from './audit-search.js'
import { run as bulkWrites } from './bulk-writes.js'
import { run as citus } from './citus.js'
import { run as citusLatencies } from './citus-latencies.js'
import { run as citusMoves } from './citus-moves.js'
import { run as citusOutages } from './citus-outages.js'
import { run as citusRestarts } from './citus-restarts.js'
import { run as citusWork } from './citus-work.js'
import { run as dueAssets } from './due-assets.js'
import { run as firstList } from './first-list.js'
import { run as firstMinute } from './first-minute.js'
import { runBesideControl as floods } from './floods.js'
import { run as gracefulStop } from './graceful-stop.js'
import { run as heavyQueries } from './heavy-queries.js'
import { run as keptDocuments } from './kept-documents.js'
import { run as killConsumers } from './kill-consumers.js'
import { run as killDocuments } from './kill-documents.js'
import { run as killNine } from './kill-nine.js'
import { run as lockedTable } from './locked-table.js'
import { run as pgbouncer } from './pgbouncer.js'
import { run as plans } from './plans.js'
import { run as randomDocuments } from './random-documents.js'
import { run as refusals } from './refusals.js'
import { run as replicas } from './replicas.js'
import { run as reports } from './reports.js'
import { run as restarts } from './restarts.js'
import { run as rollingRestart } from './rolling-restart.js'
import { run as signInStorm } from './sign-in-storm.js'
import { run as streams } from './streams.js'
import { run as tenantProbes } from './tenant-probes.js'
import { run as thumbnails } from './thumbnails.js'
import { run as unpaidWork } from './unpaid-work.js'
import { run as uploads } from './uploads.js'
import { run as webhooks } from './webhooks.js'

/** Prints the figures that a script returns. */
const printing =
  (run: (args: readonly string[]) => Promise<unknown>) => async (args: readonly string[]) => {
    console.log(JSON.stringify(await run(args), null, 2))
  }

const databaseUrl = process.env['DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1/postgres'

/** The load scripts: `npm run load -- <name> [options]`. */
const scripts: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  'aborted-requests': printing(() => abortedRequests({ databaseUrl })),
  'audit-search': printing((args) => auditSearch(databaseUrl, args)),
  'bulk-writes': bulkWrites,
  citus,
  'citus-latencies': printing(() => citusLatencies()),
  'citus-moves': printing(() => citusMoves()),
  'citus-outages': printing(() => citusOutages()),
  'citus-restarts': printing(() => citusRestarts()),
  'citus-work': printing((args) => citusWork(args.length > 0 ? { counts: args.map(Number) } : {})),
  'due-assets': printing(() => dueAssets(databaseUrl)),
  'first-list': printing(firstList),
  'first-minute': printing(firstMinute),
  floods,
  'graceful-stop': printing(() => gracefulStop()),
  'heavy-queries': heavyQueries,
  'kill-consumers': killConsumers,
  'kill-documents': killDocuments,
  'kill-nine': killNine,
  'locked-table': printing(() => lockedTable({ databaseUrl })),
  pgbouncer,
  plans,
  'kept-documents': keptDocuments,
  'random-documents': randomDocuments,
  refusals,
  replicas,
  reports: printing(() => reports()),
  restarts,
  'rolling-restart': printing(() => rollingRestart()),
  'sign-in-storm': printing(() => signInStorm()),
  streams: printing((args) => {
    const [count = 5000, companies = 50, rate = 200, seconds = 30] = args.map(Number)
    return streams({ databaseUrl, streams: count, companies, rate, seconds })
  }),
  'tenant-probes': tenantProbes,
  thumbnails: printing(thumbnails),
  'unpaid-work': printing(() => unpaidWork({ requests: 400 })),
  uploads: printing(uploads),
  webhooks,
}

const [name = '', ...args] = process.argv.slice(2)
const run = scripts[name]
if (run) await run(args)
else throw new Error(`expected one of ${Object.keys(scripts).join(', ')}, got "${name}"`)
