import { afterAll } from 'vitest'
import { runAfterFile } from './after-file.js'
import './record-statements.js'

// vitest executes this before each test file.
afterAll(runAfterFile)
