import { afterAll } from 'vitest'
import '../../src/domain/model/models.js'
import { runAfterFile } from './after-file.js'
import './record-statements.js'

// vitest executes this before each test file.
afterAll(runAfterFile)
