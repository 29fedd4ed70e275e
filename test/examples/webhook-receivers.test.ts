import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Webhook as Signer } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { newWebhookSecret, signatures } from '../../src/domain/webhook/webhook-secret.js'

const RECEIVERS = {
  'Node.js': [process.execPath, 'examples/webhooks/receiver.mjs'],
  Python: ['python3', 'examples/webhooks/receiver.py'],
} as const

const body = JSON.stringify({
  ...{ type: 'asset.status', timestamp: '2026-11-26T08:00:00.000Z', cursor: '1-2' },
  ...{ record: { type: 'Asset', id: 'ä' }, fieldsChanged: [], actor: null, data: null },
})

it.each(Object.entries(RECEIVERS))(
  'the receiver for %s accepts what is signed with one of its secrets, once',
  async (_, [program, file]) => {
    const [old, current, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
    const env = { ...process.env, PORT: '0', WEBHOOK_SECRET: `${old.text} ${current.text}` }
    const receiver = spawn(program, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void receiver.kill())
    const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]()
    const next = async () => String((await lines.next()).value)
    const port = (await next()).replace('listening ', '')
    const send = async (
      id: string,
      secret: Buffer,
      changes: { body?: string; age?: number } = {},
    ) => {
      const timestamp = Math.floor(Date.now() / 1000) - (changes.age ?? 0)
      const { status } = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body: changes.body ?? body,
        headers: {
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signatures([secret], { id, timestamp, body }),
        },
      })
      return status
    }
    expect(await send('a', current.secret)).toBe(204)
    expect(await next()).toBe('asset.status Asset ä 1-2')
    expect(await send('a', current.secret)).toBe(204)
    expect(await send('b', old.secret)).toBe(204)
    expect(await next()).toBe('asset.status Asset ä 1-2')
    expect(await send('c', other.secret)).toBe(400)
    expect(await send('d', current.secret, { body: `${body} ` })).toBe(400)
    expect(await send('e', current.secret, { age: 600 })).toBe(400)
  },
)

it('signs as the library of Standard Webhooks does', () => {
  const { secret, text } = newWebhookSecret()
  const at = new Date(1_700_000_000_000)
  const expected = new Signer(text).sign('id', at, body)
  expect(signatures([secret], { id: 'id', timestamp: 1_700_000_000, body })).toBe(expected)
})
