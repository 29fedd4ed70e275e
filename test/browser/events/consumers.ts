import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { LogPosition } from '../../../src/domain/change-feed/read-changes.js'
import { isAfter } from '../../../src/domain/change-feed/read-logs.js'
import type { MailServer } from '../../support/mail-server.js'
import {
  compareReader,
  compareSets,
  described,
  type LoggedRow,
  positionOf,
  readWholeLog,
  type ReceivedChange,
} from '../../support/compare-log.js'

interface Change {
  readonly cursor: string
  readonly record: { readonly id: string } | null
}

interface Consumers {
  /** The folder in which the programs of the page have written. */
  readonly folder: string
  readonly mails: MailServer
  /** The figures that the dashboard shows. */
  readonly tiles: { readonly overdueAssets: number; readonly lateJobs: number }
}

/** Compares what each consumer of docs/events.md has received with the log. */
export async function compareConsumers(url: string, { folder, mails, tiles }: Consumers) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const log = await readWholeLog(client)
    const { rows: late } = await client.query<{ number: string }>(LATE)
    const read = (name: string) => readFile(join(folder, name), 'utf8')
    const device = deviceChanges(await read('device.txt'))
    const stream = streamChanges(await read('stream.txt'))
    const events = (await read('receiver.txt')).split('\n').filter((line) => line.includes('.'))
    const subjects = mails.mailsTo('bo@harbour.test').map(({ subject = '' }) => subject)
    const numbers = late.map(({ number }) => number)
    const mailed = subjects.map((subject) => /Job (\d+)/.exec(subject)?.[1] ?? subject)
    const figures = `${tiles.overdueAssets} overdue assets, ${tiles.lateJobs} late jobs`
    const isSame =
      tiles.overdueAssets === endingIn(log, 'asset_status', 'overdue') &&
      tiles.lateJobs === endingIn(log, 'job_late', 'late')
    const ofReader = ({ since, changes }: ReturnType<typeof deviceChanges>) =>
      `${changes.length} changes, ${described(compareReader(rowsOfReader(log, since), changes))}`
    return [
      `device: ${ofReader(device)}`,
      `subscription: ${ofReader(stream)}`,
      `webhook: ${events.length} events, ${described(compareSets(eventsIn(log), events.map(withoutRecord)))}`,
      `mails: ${numbers.length} late jobs, ${described(compareSets(numbers, mailed))}`,
      `dashboard: ${figures}, ${isSame ? 'as' : 'not as'} in the log`,
    ].join('\n')
  } finally {
    await client.end()
  }
}

const LATE = `select j.number::text as number from state_change c
join job j on j.company_id = c.company_id and j.uuid = c.record_id where c.kind = 'job_late' order by 1`

const TYPES = ['Asset', 'Job']

const rowsOfReader = (log: readonly LoggedRow[], since: LogPosition) =>
  log.filter(({ position, recordType }) => TYPES.includes(recordType) && isAfter(position, since))

/** The pages of device.mjs: the first one has only a cursor. */
function deviceChanges(text: string) {
  const pages = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { cursor: string; changes: Change[] })
  const changes = pages.flatMap((page) => page.changes).map(receivedOf)
  return { since: positionOf(pages[0]!.cursor), changes }
}

/** The events of stream.sh. An event that has arrived in part only comes again. */
function streamChanges(text: string): { since: LogPosition; changes: ReceivedChange[] } {
  const results = [...text.matchAll(/^data: (\{.*\})$/gm)].map(
    ([, json = '']) =>
      JSON.parse(json) as { data?: { changes: Change | null }; extensions?: { cursor: string } },
  )
  const [first] = results
  const changes = results.flatMap(({ data }) => data?.changes ?? []).map(receivedOf)
  return { since: positionOf(first!.extensions!.cursor), changes }
}

const receivedOf = ({ cursor, record }: Change): ReceivedChange => ({
  position: positionOf(cursor),
  recordId: record?.id ?? '',
})

/** What the webhook wants, as the receiver prints it: the type and the cursor. */
function eventsIn(log: readonly LoggedRow[]): string[] {
  const begin = log.findIndex(({ recordType }) => recordType === 'Webhook')
  return log.slice(begin).flatMap(({ position: { transactionId, id }, recordType, what }) => {
    const [kind = ''] = what.split(' ')
    const type = recordType === 'Asset' && kind === 'created' ? 'asset.created' : STATES[kind]
    const cursor = `${transactionId.padStart(19, '0')}-${String(id).padStart(10, '0')}`
    return type === undefined ? [] : [`${type} ${cursor}`]
  })
}

const STATES: Readonly<Record<string, string>> = {
  asset_status: 'asset.status',
  job_late: 'job.late',
}

const withoutRecord = (line: string) => line.replace(/ .* /, ' ')

/** How many records have a state in the end. */
function endingIn(log: readonly LoggedRow[], kind: string, state: string): number {
  const last = new Map<string, string>()
  for (const { recordId, what } of log) {
    const [of = '', to = ''] = what.split(' ')
    if (of === kind) last.set(recordId, to)
  }
  return [...last.values()].filter((each) => each === state).length
}
