import { spawnSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createCluster, findPostgres } from '../support/cluster.js'
import { addressOf, startServiceProcess } from '../support/service-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { instancesOf, PASSWORD, readCompose } from './compose.js'

const bin = findPostgres()
const onServer = Boolean(process.env['DATABASE_URL'])

it.runIf(onServer && process.env['CI'])('finds the programs of PostgreSQL', () => {
  expect(bin).toBeDefined()
})

it.runIf(onServer && bin)(
  'the database of compose.yaml has the user, the database and the health check that the instances need',
  async () => {
    const compose = readCompose({ POSTGRES_PASSWORD: PASSWORD })
    const { environment = {}, healthcheck } = compose.services['database'] ?? {}
    const {
      POSTGRES_USER: user = '',
      POSTGRES_PASSWORD: password = '',
      POSTGRES_DB: name = '',
      POSTGRES_INITDB_ARGS: initdb = '',
    } = environment

    // As the image does at its first start.
    const folder = await temporaryFolder()
    // PostgreSQL runs as another user.
    await chmod(folder, 0o755)
    const passwordFile = join(folder, 'password')
    await writeFile(passwordFile, password)
    const credentials = [`--username=${user}`, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256']
    const cluster = await createCluster(bin ?? '', {}, [...credentials, ...initdb.split(' ')])
    onTestFinished(cluster.remove)
    const { port } = cluster
    const client = new pg.Client({ host: '127.0.0.1', port, user, password, database: 'postgres' })
    await client.connect()
    await client.query(`create database ${client.escapeIdentifier(name)}`)
    await client.end()

    const [type, program = '', ...args] = healthcheck?.test ?? []
    const check = () =>
      spawnSync(join(bin ?? '', program), args, { env: { PGPORT: String(port) } }).status
    expect([type, check()]).toEqual(['CMD', 0])

    for (const [, { environment: own }] of instancesOf(compose)) {
      const url = new URL(own?.['DATABASE_URL'] ?? '')
      url.host = `127.0.0.1:${port}`
      const service = startServiceProcess({ DATABASE_URL: url.href })
      const ready = await fetch(`${await addressOf(service)}/ready`)
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
      await service.destroy()
    }
    await cluster.stop('fast')
    expect(check()).not.toBe(0)
  },
)
