import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { beforeAll, expect, test } from 'vitest'
import { type Ask, askAs, tokenOf } from './ask.js'
import { Playground } from './playground.js'

/** The first user of the demo: the playground signs in as this user. */
const USER = 'admin@harbour.example'

const playground = new Playground()
let ask: Ask
beforeAll(async () => {
  ask = await askAs(USER)
})

const CHANGES = 'subscription { changes(types: [CLIENT]) { action recordId } }'
const CREATE = 'mutation { createClient(input: { legalName: "Seen live" }) { client { id } } }'

test('a subscription shows its events until it is stopped', async () => {
  await expect.poll(playground.answer).toContain('totalCount')
  await playground.type(CHANGES)
  await playground.run()
  await expect.poll(playground.answer).toContain('"changes": null')
  const { createClient } = await ask(CREATE)
  await expect.poll(playground.answer).toContain(createClient.client.id)
  await playground.page.getByRole('button', { name: 'Stop query' }).click()
  await playground.page.getByRole('button', { name: 'Execute query' }).waitFor()
})

test('a subscription is copied as a link, and as a curl command that prints each event', async () => {
  const { page } = playground
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await playground.follow({ query: `# Changes of clients\n${CHANGES}` })
  await expect.poll(playground.query).toContain('Changes of clients')
  const items = async () => {
    await playground.click('Copy as code or link')
    const texts = await page.getByRole('menuitem').allInnerTexts()
    await page.keyboard.press('Escape')
    return texts
  }
  await expect.poll(items).toEqual(['Copy a link', 'Copy as curl'])
  const command = await playground.copy('Copy as curl')
  const env = { ...process.env, TOKEN: await tokenOf(USER) }
  const curl = spawn('bash', ['-c', `exec ${command}`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let id: string | undefined
  for await (const line of createInterface(curl.stdout)) {
    if (line.includes('"changes":null')) id = (await ask(CREATE)).createClient.client.id
    if (id !== undefined && line.includes(id)) break
  }
  curl.kill()
  expect(id).toBeDefined()
})
