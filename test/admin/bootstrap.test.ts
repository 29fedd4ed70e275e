import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminJson } from '../support/admin-command.js'
import { type OwnDatabase, ownDatabase } from '../support/own-database.js'
import { addressOf, destroyServices, startServiceProcess } from '../support/service-process.js'
import { signIn } from './sign-in.js'

const ADMIN = { username: 'ann@acme.example', password: 'an admin of the first day' }

describe('the first start with BOOTSTRAP_COMPANY', () => {
  let own: OwnDatabase
  let env: Record<string, string>
  let passwordFile: string

  beforeAll(async () => {
    own = await ownDatabase()
    passwordFile = join(own.folder, 'password')
    env = {
      ...own.env,
      BOOTSTRAP_COMPANY: 'Acme',
      BOOTSTRAP_ADMIN_EMAIL: ADMIN.username,
      BOOTSTRAP_ADMIN_PASSWORD_FILE: passwordFile,
    }
  })
  afterAll(async () => {
    await destroyServices()
    await own.remove()
  })

  const failure = async (changes: Record<string, string>) => {
    const service = startServiceProcess({ ...env, ...changes })
    await service.exited(1)
    const [, ...errors] = service.output().slice(service.output().indexOf('The config')).split('\n')
    return errors.map((line) => line.trim()).filter(Boolean)
  }

  it('exits with 1 and names the variables that are invalid, and creates nothing', async () => {
    expect(await failure({})).toEqual([
      `BOOTSTRAP_ADMIN_PASSWORD_FILE: ${passwordFile} cannot be read (ENOENT)`,
    ])
    await writeFile(passwordFile, 'short\n')
    expect(await failure({ BOOTSTRAP_ADMIN_EMAIL: 'ann' })).toEqual([
      expect.stringMatching(/^BOOTSTRAP_ADMIN_PASSWORD_FILE: At least 12 characters/),
      'BOOTSTRAP_ADMIN_EMAIL: An email address is expected.',
    ])
    expect(await adminJson(own.env, ['company', 'list'])).toEqual([])
  })

  it('creates one company, also if three processes start at the same time', async () => {
    await writeFile(passwordFile, `${ADMIN.password}\n`)
    // Only one process can have an embedded database open.
    const services = Array.from({ length: own.embedded ? 1 : 3 }, () => startServiceProcess(env))
    for (const address of await Promise.all(services.map(addressOf))) {
      expect(await signIn(address, ADMIN)).toMatch(/^fis_access_/)
    }
    const output = services.map((service) => service.output()).join('')
    expect(output.match(/Created the first company/g)).toHaveLength(1)
    expect(output).not.toContain(ADMIN.password)
    for (const service of services) service.kill('SIGTERM')
    await Promise.all(services.map((service) => service.exited(0)))
    expect(await adminJson(own.env, ['company', 'list'])).toMatchObject([
      { name: 'Acme', activeUsers: 1 },
    ])
  })

  it('ignores the variables afterwards, and does not need the password file', async () => {
    await rm(passwordFile)
    const service = startServiceProcess({ ...env, BOOTSTRAP_COMPANY: 'Globex' })
    expect(await signIn(await addressOf(service), ADMIN)).toMatch(/^fis_access_/)
    service.kill('SIGTERM')
    await service.exited(0)
    expect(await adminJson(own.env, ['company', 'list'])).toMatchObject([{ name: 'Acme' }])
  })
})

it('creates the company instead of the demo data in development', async () => {
  const own = await ownDatabase()
  try {
    const passwordFile = join(own.folder, 'password')
    await writeFile(passwordFile, ADMIN.password)
    const service = startServiceProcess({
      DATA_DIR: own.folder,
      BOOTSTRAP_COMPANY: 'Acme',
      BOOTSTRAP_ADMIN_EMAIL: ADMIN.username,
      BOOTSTRAP_ADMIN_PASSWORD_FILE: passwordFile,
    })
    expect(await signIn(await addressOf(service), ADMIN)).toMatch(/^fis_access_/)
    expect(service.output()).not.toContain('demo')
    await service.destroy()
  } finally {
    await own.remove()
  }
})
