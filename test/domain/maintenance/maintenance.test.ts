import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { setMaintenance } from '../../../src/domain/maintenance/set-maintenance.js'
import { watchMaintenance } from '../../../src/domain/maintenance/watch-maintenance.js'
import { createOperator } from '../../../src/domain/operator.js'
import { testDatabase } from '../../support/database.js'
import { silentLog } from '../../support/silent-log.js'

const db = testDatabase()
const operator = createOperator(db)
afterEach(() => setMaintenance(operator, false))

describe('maintenance', () => {
  it('begins once, until it ends', async () => {
    const at = (time: string) => ({ ...operator, now: () => new Date(time) })
    const since = new Date('2030-01-01T08:00:00Z')
    expect(await setMaintenance(at('2030-01-01T08:00:00Z'), true)).toEqual(since)
    expect(await setMaintenance(at('2030-01-01T09:00:00Z'), true)).toEqual(since)
    expect(await setMaintenance(operator, false)).toBeNull()
    expect(await setMaintenance(operator, false)).toBeNull()
  })

  it('is read before the first request, and followed until the watch stops', async () => {
    await setMaintenance(operator, true)
    const read: typeof db.read = (statement, options) => db.read(statement, options)
    const watch = await watchMaintenance({ read, embedded: false }, silentLog)
    onTestFinished(watch.stop)
    expect(watch.isOn()).toBe(true)
    await setMaintenance(operator, false)
    await expect.poll(watch.isOn).toBe(false)
    await setMaintenance(operator, true)
    await expect.poll(watch.isOn).toBe(true)
  })

  it('keeps its state while the database is unavailable, and follows it again', async () => {
    let down = false
    const read: typeof db.read = (statement, options) =>
      down ? Promise.reject(new Error('Connection terminated')) : db.read(statement, options)
    await setMaintenance(operator, true)
    const watch = await watchMaintenance({ read, embedded: false }, silentLog)
    onTestFinished(watch.stop)
    down = true
    await setMaintenance(operator, false)
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(watch.isOn()).toBe(true)
    down = false
    await expect.poll(watch.isOn).toBe(false)
  })
})
