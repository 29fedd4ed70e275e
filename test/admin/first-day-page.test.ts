import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runAdmin } from '../support/admin-command.js'
import { post } from '../support/graphql.js'
import { type OwnDatabase, ownDatabase } from '../support/own-database.js'
import { addressOf, destroyServices, startServiceProcess } from '../support/service-process.js'
import { type Block, blocksOf, Placeholders } from '../support/transcript.js'

const onServer = Boolean(process.env['DATABASE_URL'])
const PASSWORD = 'the first password of Ann'

/** The arguments of a command line; text in quotation marks is one argument. */
const argumentsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')

describe.runIf(onServer)('docs/first-day.md', async () => {
  const page = await readFile('docs/first-day.md', 'utf8')
  const blocks = blocksOf(page)
  const names = new Placeholders()
  let own: OwnDatabase
  let mails: string
  let address: Promise<string> | undefined

  beforeAll(async () => {
    own = await ownDatabase()
    mails = join(own.folder, 'mail')
  })
  afterAll(async () => {
    await destroyServices()
    await own.remove()
  })

  /** Starts the service at the first request. */
  const service = () =>
    (address ??= addressOf(startServiceProcess({ ...own.env, MAIL_DIR: mails })))

  async function runCommands({ text }: Block) {
    for (const part of text.split(/^\$ /m).slice(1)) {
      const [line = '', ...output] = part.split('\n')
      const { variable, value, command } =
        /^(?:(?<variable>[A-Z_]+)=(?<value>\S+) )?node dist\/admin\.js (?<command>.*)$/.exec(line)
          ?.groups ?? {}
      const [words = '', input] = (command ?? '').split(' < ')
      const env = { ...own.env, ...(variable && { [variable]: value ?? '' }) }
      const { status, stdout, stderr } = await runAdmin(
        env,
        argumentsOf(words),
        input === 'password' ? `${PASSWORD}\n` : '',
      )
      for (const expected of output.join('\n').split('…')) {
        expect(stdout + stderr, line).toContain(expected.trim())
      }
      expect(status, `${line}\n${stdout}${stderr}`).toBe(variable ? 1 : 0)
    }
  }

  async function answerOf({ text, note }: Block) {
    const query = names.fill(text)
    const token = names.fill(`<${note}>`)
    const headers = token.startsWith('<') ? {} : { authorization: `Bearer ${token}` }
    const send = async () => {
      const { status, data, errors } = await post(query, {}, headers, service())
      return { status, answer: { ...(data && { data }), ...(errors && { errors }) } }
    }
    // Instances notice the start and the end of maintenance within a second.
    const { status, answer } = await vi.waitFor(
      async () => {
        const sent = await send()
        expect(sent.status === 503).toBe(note === '503')
        return sent
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(status, JSON.stringify(answer)).toBe(note === '503' ? 503 : 200)
    return answer
  }

  /** Waits for a mail to the address in the block's note, and takes the token from it. */
  async function readMail({ text, note }: Block) {
    const token = await vi.waitFor(
      async () => {
        const files = await readdir(mails)
        const texts = await Promise.all(files.map((file) => readFile(join(mails, file), 'utf8')))
        const mail = texts.find((each) => each.includes(note))
        const [found] = /fis_password_[\w-]+/.exec(mail ?? '') ?? []
        if (!found) throw new Error(`expected a mail with a token, got ${mail ?? 'none'}`)
        return found
      },
      { timeout: 60_000, interval: 200 },
    )
    names.set(text.trim().slice(1, -1), token)
  }

  it.each(blocks.map((block, index) => [block.line, block.language, index] as const))(
    'line %d: %s',
    async (_line, language, index) => {
      const block = blocks[index] as Block
      if (language === 'console') await runCommands(block)
      if (language === 'mail') await readMail(block)
      if (language !== 'graphql') return
      const next = blocks[index + 1]
      expect(next?.language).toBe('json')
      const answer = await answerOf(block)
      expect(answer, JSON.stringify(answer)).toMatchObject(
        names.complete(JSON.parse(next?.text ?? ''), answer) as object,
      )
    },
  )
})
