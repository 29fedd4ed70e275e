import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { directUrl } from '../support/direct-url.js'
import { createEmptyDatabase } from '../support/server-database.js'
import { addressOf, startServiceProcess } from '../support/service-process.js'

const server = process.env['DATABASE_URL'] ?? ''

it.runIf(server)(
  'the service deletes entries that are older than AUDIT_DAYS, and with 0 none',
  async () => {
    const database = await createEmptyDatabase(server)
    onTestFinished(database.drop)
    const client = new pg.Client(directUrl(database.url))
    const entries = async () =>
      Number(
        (await client.query<{ count: string }>('select count(*) from audit_entry')).rows[0]?.count,
      )
    const start = async (days: string) => {
      const service = startServiceProcess({ DATABASE_URL: database.url, AUDIT_DAYS: days })
      await addressOf(service)
      return service
    }

    const keeping = await start('0')
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(`insert into company (uuid, name) values (gen_random_uuid(), 'Old')`)
    const total = await entries()
    expect(total).toBeGreaterThan(0)
    await client.query(`update audit_entry set at = now() - interval '3 days'`)
    await keeping.destroy()
    const stillKeeping = await start('0')
    // Longer than the first deletion takes.
    await delay(1000)
    expect(await entries()).toBe(total)
    await stillKeeping.destroy()

    await start('2')
    await expect.poll(entries).toBe(0)
  },
)
