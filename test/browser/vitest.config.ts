import { defineConfig } from 'vitest/config'
import { startFirst } from '../support/start-first.js'

/** It mostly waits, for four minutes: the other files run meanwhile, two at a time. */
const LONGEST = /events\.browser\.ts$/

export default defineConfig({
  test: {
    include: ['test/browser/*.browser.ts'],
    globalSetup: ['test/browser/global-setup.ts'],
    setupFiles: ['test/browser/set-up-file.ts'],
    maxWorkers: 3,
    sequence: { sequencer: startFirst(LONGEST) },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
