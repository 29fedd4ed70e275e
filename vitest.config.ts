import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'

const require = createRequire(import.meta.url)

export default defineConfig({
  // Vite would load the ESM build of graphql beside the CommonJS one that type-graphql loads.
  resolve: { alias: [{ find: /^graphql$/, replacement: require.resolve('graphql') }] },
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: false } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
