import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCluster, findPostgres, freePort } from '../support/cluster.js'
import { startMailServer } from '../support/mail-server.js'
import { expectPictures } from '../support/picture.js'
import { addressOf, startServiceProcess } from '../support/service-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { type Block, type Step, stepsOf } from '../support/transcript.js'
import { compareReader, compareSets, type ReceivedChange } from '../support/compare-log.js'
import { compareConsumers } from './events/consumers.js'
import { OverviewPage } from './events/overview.js'
import { PageRun } from './events/page-run.js'

const page = await readFile('docs/events.md', 'utf8')
const bin = findPostgres()

/** The folder into which pictures of the page are written: `PICTURES=docs/events` renews them. */
const pictures = process.env['PICTURES']

test.runIf(process.env['CI'])('has a PostgreSQL to crash', () => {
  expect(bin).toBeDefined()
})

test.runIf(bin)(
  'docs/events.md: each consumer gets each event once, over kill -9 of an instance and a crash of the database',
  async () => {
    const folder = await temporaryFolder()
    const cluster = await createCluster(bin ?? '')
    onTestFinished(cluster.remove)
    const mails = await startMailServer()
    await symlink(resolve('examples'), join(folder, 'examples'))
    await writeFile(join(folder, 'password'), 'the first password of Ann\n')
    const ports = new Map<string, number>()
    for (const port of ['4000', '4001', '8080']) ports.set(port, await freePort())
    const run = new PageRun({ cluster, mails, folder, ports })
    onTestFinished(() => {
      run.close()
    })
    run.names.set('database', cluster.url)
    run.names.set('mail-server', mails.url)
    run.names.set('password-file', join(folder, 'password'))
    const taken = pictures ?? join(folder, 'pictures')
    await mkdir(taken, { recursive: true })

    let overview: OverviewPage | undefined
    onTestFinished(async () => overview?.close())
    const takePicture = async (name: string) => {
      overview ??= await OverviewPage.open(`http://localhost:${ports.get('4001')}`, folder)
      await overview.take(name, join(taken, `${name}.png`))
    }
    const start = async (env: Record<string, string>) => {
      for (const [port, name] of [
        ['4000', 'first-instance'],
        ['4001', 'second-instance'],
      ] as const) {
        const instance = startServiceProcess({ ...env, PORT: String(ports.get(port)) })
        await addressOf(instance)
        run.names.set(name, instance.pid)
      }
    }

    const steps = stepsOf(page, 'events')
    for (const [index, step] of steps.entries()) {
      const next = steps[index + 1]
      if ('picture' in step) await takePicture(step.picture)
      else if (step.language === 'env') await start(variablesOf(run.names.fill(step.text)))
      else if (step.language === 'mail') await run.readMail(step)
      else if (step.note.includes('.')) await run.writeFile(step)
      else if (step.note === 'background') run.startInBackground(step)
      else if (step.note === 'body') run.compare(step, String(run.names.get('body')))
      else if (step.note === 'compared') {
        const tiles = await overview!.tiles()
        await run.until(step, () => compareConsumers(cluster.url, { folder, mails, tiles }))
      } else if (!isAnswer(step)) {
        if (isAnswer(next)) await run.execute(step, next)
        else await run.shell(step)
      }
    }
    await expectPictures('events', taken)
  },
  3_600_000,
)

const isAnswer = (step: Step | undefined): step is Block =>
  step !== undefined && 'language' in step && ['json', 'text'].includes(step.language)

/** The variables of a block of `NAME=value` lines. */
const variablesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

test('the comparison finds what is missing, repeated or unknown', () => {
  const at = (id: number, recordId: string) => ({
    position: { transactionId: '7', id },
    recordId,
  })
  const rows = [at(1, 'a'), at(2, 'b'), at(3, 'a')].map((row) => ({
    ...row,
    recordType: 'Asset',
    what: 'updated',
  }))
  const [, second, third] = rows
  const found = (...received: ReceivedChange[]) => compareReader(rows, received)
  expect(found(second!, third!)).toEqual({ missing: 0, twice: 0, unknown: 0 })
  expect(found(...rows)).toEqual({ missing: 0, twice: 0, unknown: 0 })
  expect(found(rows[0]!, second!)).toEqual({ missing: 1, twice: 0, unknown: 0 })
  expect(found(second!, third!, third!)).toEqual({ missing: 0, twice: 1, unknown: 0 })
  expect(found(third!, second!)).toEqual({ missing: 0, twice: 1, unknown: 0 })
  expect(found(second!, third!, at(4, 'b'))).toEqual({ missing: 0, twice: 0, unknown: 1 })
  expect(compareSets(['1', '2'], ['2', '1'])).toEqual({ missing: 0, twice: 0, unknown: 0 })
  expect(compareSets(['1', '2'], ['2', '2', '3'])).toEqual({ missing: 1, twice: 1, unknown: 1 })
})
