import { afterAll } from 'vitest'
import '../../src/domain/model/models.js'
import { runAfterFile } from './after-file.js'
import { chooseExecutor } from './choose-executor.js'
import './record-statements.js'

// vitest executes this before each test file.
chooseExecutor()
afterAll(runAfterFile)
