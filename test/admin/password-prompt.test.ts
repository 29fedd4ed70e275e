import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type OwnDatabase, ownDatabase } from '../support/own-database.js'

const PASSWORD = 'typed-at-the-terminal'

/** Runs `company create` in a pseudo-terminal, which the program `script` makes, and types each line after its prompt. */
async function typeInTerminal({ env, folder }: OwnDatabase, lines: readonly string[]) {
  const create = `${process.execPath} --import tsx src/admin.ts company create --name Acme --admin-email a@b.example --admin-first-name A --admin-last-name B`
  const child = spawn('script', ['-qefc', create, `${folder}/typescript`], {
    env: { ...process.env, ...env },
  })
  const waiting = [...lines]
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    const prompts = output.match(/password:|again:/g)?.length ?? 0
    while (lines.length - waiting.length < prompts && waiting.length > 0) {
      child.stdin.write(`${waiting.shift() ?? ''}\r`)
    }
  })
  const [status] = (await once(child, 'close')) as [number]
  return { status, output }
}

describe.skipIf(process.platform !== 'linux')('a password at a terminal', () => {
  it('is typed twice, and not shown', async () => {
    const own = await ownDatabase()
    onTestFinished(own.remove)
    const differing = await typeInTerminal(own, [PASSWORD, 'another'])
    expect([differing.status, differing.output]).toEqual([
      1,
      expect.stringContaining('The passwords differ.'),
    ])
    const { status, output } = await typeInTerminal(own, [PASSWORD, PASSWORD])
    expect(output).toContain('a@b.example')
    expect(status).toBe(0)
    expect(output).not.toContain(PASSWORD)
  })
})
