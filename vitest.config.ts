import { createRequire } from 'node:module'
import { configDefaults, defineConfig } from 'vitest/config'
import { relayDocuments } from './test/support/relay-documents.js'
import { startFirst } from './test/support/start-first.js'

const require = createRequire(import.meta.url)

/**
 * What `npm test` leaves to the run on a PostgreSQL server (`DATABASE_URL`), because it proves the same on every database:
 * processes, servers that a test starts, load, images, pages, caches of clients, a client of Set B, the scripts of the examples, uploads,
 * what is tried for each input, filter, order, key and right, dry runs, the statements of mutations, the forms of documents, the agreement
 * of the interfaces, migrations beside other instances, costs, kept answers, the many values of credentials and of the tenant probes, and
 * the verbs of the domain, which the tests of the interfaces execute on both. All of it also runs on the embedded database if it is
 * named: `npx vitest run test/overload`.
 */
const ON_A_SERVER = [
  ...[
    'admin',
    'docs',
    'examples',
    'http',
    'images',
    'load',
    'log',
    'mail',
    'overload',
    'reports',
    'request',
    'retries',
    'scripts',
    'graphql/clients',
    'set-b/agreement',
    'set-b/client',
    'storage',
    'telemetry',
    'tenants',
  ].map((folder) => `test/${folder}/**`),
  'test/{dashboard,home,inspector,shutdown,unsubscribe,verify}.test.ts',
  'test/audit/{every-write,restore}.test.ts',
  'test/db/migration-locks.test.ts',
  'test/demo/{generate,seed-demo}.test.ts',
  'test/documents/{image-facts,links,s3,thumbnails,upload}.test.ts',
  // Workers stay: on the embedded database they share one connection with the requests.
  'test/domain/!(cleanup|log-follower|maintenance|notification|report|state-change|webhook)/**',
  'test/domain/notification/kinds.test.ts',
  'test/domain/report/report-*.test.ts',
  'test/domain/webhook/{address,attempts}.test.ts',
  'test/graphql/{api-key-*,credentials-and-limits,filters,orders,record-keys,refusals,sign-in-storm,statements,tenant-isolation}.test.ts',
  'test/graphql/live/{slow-clients,streams}.test.ts',
  'test/graphql/mutations/{access,added-column,answers,chosen-ids,dry-run,inputs,own-account,payload-statements,repeated-updates,round-trips,scopes,unassigned-jobs,updated-at}.test.ts',
  'test/graphql/operation/**',
  'test/graphql/server/{literals,playground,trusted-documents}.test.ts',
  'test/graphql/sql-answer/{kept-*,random-documents}.test.ts',
  'test/set-a/{agreement,create-*,credentials,errors-together,filters,pages,statuses,token,token-errors,uploads}.test.ts',
  'test/set-b/{bodies,credentials,errors-together,pages,records,statuses,updates}.test.ts',
]
/** What the run on a server leaves to the other one: the embedded database itself. */
const ON_THE_EMBEDDED = ['test/db/embedded.test.ts']
/** Files of up to a minute: most start processes. */
const LONG =
  /\/test\/(main|shutdown|graphql\/(filters|mutations\/inputs|refusals|tenant-isolation)|((admin|db|deploy|durability|examples|overload)\/.*))\.test\.ts$/
const isOnServer = Boolean(process.env['DATABASE_URL'])
const isWhole = !process.argv.some((argument) => argument.startsWith('test/'))
const left = isOnServer ? ON_THE_EMBEDDED : ON_A_SERVER

export default defineConfig({
  // Vite would load the ESM build of graphql beside the CommonJS one that type-graphql loads.
  resolve: { alias: [{ find: /^graphql$/, replacement: require.resolve('graphql') }] },
  plugins: [relayDocuments],
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: false } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isWhole ? left : [])],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/set-up-file.ts'],
    pool: 'forks',
    // On two processors: a worker and its database use about one; on a server, many tests wait for processes meanwhile.
    maxWorkers: isOnServer ? 3 : 2,
    sequence: { sequencer: startFirst(LONG) },
    // The files of a worker share the modules of src and test/support: importing them takes a second.
    isolate: false,
    // Ten times what the longest tests need, for busy and slow machines. Speed is shown in benchmarks.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
