import { beforeAll, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { Playground } from './playground.js'

/** The first user of the demo: the playground signs in as this user. */
const USER = 'admin@harbour.example'

const playground = new Playground()
let ask: Ask
beforeAll(async () => {
  ask = await askAs(USER)
})

test('a subscription shows its events until it is stopped', async () => {
  await expect.poll(playground.answer).toContain('totalCount')
  await playground.type('subscription { changes(types: [CLIENT]) { action recordId } }')
  await playground.run()
  await expect.poll(playground.answer).toContain('"changes": null')
  const { createClient } = await ask(
    'mutation { createClient(input: { legalName: "Seen live" }) { client { id } } }',
  )
  await expect.poll(playground.answer).toContain(createClient.client.id)
  await playground.page.getByRole('button', { name: 'Stop query' }).click()
  await playground.page.getByRole('button', { name: 'Execute query' }).waitFor()
})
