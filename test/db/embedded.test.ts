import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { openDatabase } from '../../src/db/connect.js'
import { startProcess, type ChildProcess } from '../support/child-process.js'
import { silentLog } from '../support/silent-log.js'
import { makeTemporaryFolder, temporaryFolder } from '../support/temporary-folder.js'

const lines: string[] = []
const listeningLog = { info: (_: object, line: string) => lines.push(line), warn: () => {} }
let folder: string

beforeAll(async () => {
  const made = await makeTemporaryFolder()
  folder = made.folder
  const database = await openDatabase(readConfig(embedded(folder)), listeningLog)
  await database.close()
  return made.remove
})

const embedded = (folder: string) => ({ DATABASE_URL: '', DATA_DIR: folder })

function start(script: string): ChildProcess {
  const child = startProcess(`test/db/processes/${script}.ts`, embedded(folder))
  onTestFinished(child.destroy)
  return child
}

test('a data folder is locked while a process uses it, and unlocked after kill -9', async () => {
  const first = start('hold-database')
  await first.printed('open')

  const refused = openDatabase(readConfig(embedded(folder)), silentLog)
  await expect(refused).rejects.toThrow(
    `The database folder ${folder} is in use by another process`,
  )
  await expect(refused).rejects.toThrow('DATABASE_URL')

  await first.destroy()
  const database = await openDatabase(readConfig(embedded(folder)), silentLog)
  await database.close()
})

test('rows that were acknowledged before kill -9 are kept', async () => {
  const writer = start('write-rows')
  await writer.printed('wrote 100;')
  await writer.destroy()
  const acknowledged = [...writer.output().matchAll(/wrote (\d+);/g)].map((found) =>
    Number(found[1]),
  )

  const database = await openDatabase(readConfig(embedded(folder)), silentLog)
  onTestFinished(() => database.close())
  const { rows } = await database.pool.query('SELECT number FROM acknowledged ORDER BY number')
  const kept = rows.map((row: { number: number }) => row.number)
  expect(kept.slice(0, acknowledged.length)).toEqual(acknowledged)
})

test('a data folder may have a long path and any characters in its name', async () => {
  const deep = join(await temporaryFolder(), 'a deep folder with an é'.repeat(4), 'x'.repeat(120))
  await cp(folder, deep, { recursive: true })
  const database = await openDatabase(readConfig(embedded(deep)), silentLog)
  onTestFinished(() => database.close())
  expect(database.embedded).toBe(true)
  expect((await database.read({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
})

test('the process exits after the database is closed', async () => {
  const child = start('hold-database')
  await child.printed('open')
  child.kill('SIGTERM')
  await child.exited(0)
})

test('each step that takes longer than a second is logged', () => {
  expect(lines).toContain(`Opening the embedded database in ${folder} …`)
})
