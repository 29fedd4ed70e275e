import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'
import { relayDocuments } from './test/support/relay-documents.js'

const require = createRequire(import.meta.url)

export default defineConfig({
  // Vite would load the ESM build of graphql beside the CommonJS one that type-graphql loads.
  resolve: { alias: [{ find: /^graphql$/, replacement: require.resolve('graphql') }] },
  plugins: [relayDocuments],
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: false } },
  test: {
    include: ['test/**/*.test.ts'],
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
