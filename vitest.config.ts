import { createRequire } from 'node:module'
import { configDefaults, defineConfig } from 'vitest/config'
import { relayDocuments } from './test/support/relay-documents.js'

const require = createRequire(import.meta.url)

/**
 * What `npm test` leaves to the run on a PostgreSQL server (`DATABASE_URL`), because it proves the same on every database:
 * processes, load, the scripts of the examples, uploads, what is tried for each input, filter, order and right, dry runs, the statements of
 * mutations, costs, and the many values of credentials and of the tenant probes. All of it also runs on the embedded database if it
 * is named: `npx vitest run test/overload`.
 */
const ON_A_SERVER = [
  ...[
    'admin',
    'examples',
    'http',
    'log',
    'overload',
    'request',
    'retries',
    'scripts',
    'telemetry',
  ].map((folder) => `test/${folder}/**`),
  'test/shutdown.test.ts',
  'test/tenants/**',
  'test/domain/{lock-order,references}.test.ts',
  'test/audit/every-write.test.ts',
  'test/graphql/live/streams.test.ts',
  'test/graphql/{cost,filters,orders,random-documents,refusals,sign-in-storm,tenant-isolation,trusted-documents}.test.ts',
  'test/graphql/mutations/{access,dry-run,inputs,round-trips,scopes,updated-at}.test.ts',
  'test/set-a/{filters,uploads}.test.ts',
  'test/set-b/{bodies,credentials}.test.ts',
]
/** What the run on a server leaves to the other one: the embedded database itself. */
const ON_THE_EMBEDDED = ['test/db/embedded.test.ts']
const isWhole = !process.argv.some((argument) => argument.startsWith('test/'))
const left = process.env['DATABASE_URL'] ? ON_THE_EMBEDDED : ON_A_SERVER

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
    maxWorkers: 2,
    // The files of a worker share the modules of src and test/support: importing them takes a second.
    isolate: false,
    // Ten times what the longest tests need, for busy and slow machines. Speed is shown in benchmarks.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
