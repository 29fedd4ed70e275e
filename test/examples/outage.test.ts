import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { parse } from 'graphql'
import { expect, it, onTestFinished } from 'vitest'
import { Client } from '../../examples/client/client.js'
import { adminJson } from '../support/admin-command.js'
import type { ChildProcess } from '../support/child-process.js'
import { openHttpProxy } from '../support/http-proxy.js'
import { ownDatabase } from '../support/own-database.js'
import { addressOf, destroyServices, startServiceProcess } from '../support/service-process.js'
import { newScripts } from './script-runs.js'

const EMAIL = 'ann@acme.example'
const PASSWORD = 'an admin of a company with outages'

/** A service as a process of its own, whose database has a company. */
async function startCompany() {
  const own = await ownDatabase()
  onTestFinished(async () => {
    await destroyServices()
    await own.remove()
  })
  const passwordFile = join(own.folder, 'password')
  await writeFile(passwordFile, PASSWORD)
  const env = {
    ...own.env,
    BOOTSTRAP_COMPANY: 'Acme',
    BOOTSTRAP_ADMIN_EMAIL: EMAIL,
    BOOTSTRAP_ADMIN_PASSWORD_FILE: passwordFile,
  }
  const state = { service: undefined as ChildProcess | undefined, address: '' }
  const start = async () => {
    state.service = startServiceProcess(env)
    state.address = await addressOf(state.service)
  }
  const kill = async () => {
    state.service?.kill('SIGKILL')
    await state.service?.exited('SIGKILL')
  }
  /** Runs a command of the operator; on an embedded database, while the service is killed. */
  const command = async (...args: string[]) => {
    if (own.embedded) await kill()
    await adminJson(own.env, args)
    if (own.embedded) await start()
  }
  await start()
  return { state, start, kill, command }
}

/** Creates a zone and an asset type, and returns a row of a CSV file with their ids. */
async function newRow(client: Client): Promise<string> {
  const create = async (noun: string, input: object) => {
    const type = `Create${noun}Input`
    const field = noun.charAt(0).toLowerCase() + noun.slice(1)
    const document = parse(`mutation ($input: ${type}!) {
      create: create${noun}(input: $input) { ${field} { id } userErrors { field message } }
    }`) as TypedDocumentNode<{ create: Record<string, { id: string }> }, object>
    const { create } = await client.request(document, { input })
    return create[field]?.id ?? JSON.stringify(create)
  }
  const clientId = await create('Client', { legalName: 'Harbour' })
  const siteId = await create('Site', { clientId, name: 'Dover' })
  const zoneTypeId = await create('ZoneType', { name: 'Hall' })
  const zoneId = await create('Zone', { siteId, typeId: zoneTypeId, name: 'Hall' })
  const typeId = await create('AssetType', { name: 'Extinguisher', shortCode: 'FE' })
  return `${typeId},${zoneId}`
}

it('an import waits while the service is in maintenance or killed, and creates nothing twice', async () => {
  const { state, start, kill, command } = await startCompany()
  const front = await openHttpProxy(() => state.address)
  const client = new Client({ url: `${front.address}/graphql` })
  await client.signIn(EMAIL, PASSWORD)
  const row = await newRow(client)
  const scripts = await newScripts(front.address, EMAIL, PASSWORD)
  await scripts.write('typeId,zoneId', ...Array.from({ length: 1000 }, () => row))

  let batches = 0
  front.handle = async (body, forward) => {
    if (!body.includes('createAssets') || body.includes('"dryRun":true')) return forward()
    batches += 1
    if (batches === 3) {
      await command('maintenance', 'on')
      // An instance reads the state twice a second.
      const status = async () => (await fetch(`${state.address}/ready`)).status
      await expect.poll(status).toBe(503)
    }
    const answer = await forward()
    // The response to a batch that was executed is lost with the process.
    if (batches === 2) {
      await kill()
      await start()
      return undefined
    }
    return answer
  }
  const options = ['--batch-size', '200', '--attempts', '1000']
  const script = scripts.start('import', 'assets', scripts.file, ...options)
  await script.printed('The service is offline for maintenance.')
  await command('maintenance', 'off')
  await script.exited(0)
  expect(await scripts.counts()).toEqual({ created: 1000 })
  const { assets } = await client.request(COUNT, {})
  expect(assets.totalCount).toBe(1000)
})

const COUNT = parse('{ assets(first: 0) { totalCount } }') as TypedDocumentNode<
  { assets: { totalCount: number } },
  object
>
