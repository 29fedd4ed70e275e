import { defineConfig } from 'vitest/config'
import { startFirst } from '../support/start-first.js'

/** Files of a minute or more. */
const LONG =
  /(events|evidence|documentation|new-records|first-hour|dashboard-accessibility|mail-pictures|playground(-accessibility)?)\.browser\.ts$/

export default defineConfig({
  test: {
    include: ['test/browser/*.browser.ts'],
    globalSetup: ['test/browser/global-setup.ts'],
    setupFiles: ['test/browser/set-up-file.ts'],
    // On two processors: the files wait during more than a third of their time.
    maxWorkers: 4,
    sequence: { sequencer: startFirst(LONG) },
    // The files of a worker share the modules of test/support: importing them takes a second.
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
