import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { v7 as newUuid } from 'uuid'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { Random } from '../../src/demo/random.js'
import { startFollowing } from '../../src/domain/log-follower/position.js'
import { newCompany, newJobType, newSite, newUser } from '../support/builders.js'
import { compareSets, described } from '../support/compare-log.js'
import { directUrl } from '../support/direct-url.js'
import { type MailServer, startMailServer } from '../support/mail-server.js'
import { withOwnStatements } from '../support/own-statements.js'
import { PATIENT } from '../support/patient-settings.js'
import { createServerDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'
import { startInstances } from './instances.js'
import { startService } from './service.js'
import { SlowWriters, terminateConnections } from './slow-writers.js'

/** `npm run load -- kill-consumers` sets larger numbers. */
const KILLS = Number(process.env['KILLS'] ?? 2)
const TECHNICIANS = Number(process.env['TECHNICIANS'] ?? 20)
const WRITERS = Number(process.env['WRITERS'] ?? 6)
const SEED = process.env['SEED'] ?? 'mails'
const server = process.env['DATABASE_URL']
const PATIENCE = { timeout: 500_000, interval: 50 }

/** How long a transaction stays open at most, and how long the mail server takes to confirm a mail. */
const TRANSACTION_MS = 3000
const ANSWER_MS = 300

const INSERT = `
insert into job (uuid, company_id, number, user_id, technician_id, site_id, type_id, scheduled_start, scheduled_end, requires_signature)
values ($2, $1, $3, $4, $5, $6, $7, '2030-01-07 09:00', '2030-01-07 11:00', false)`

/** Jobs with the addresses of their technicians. */
const ASSIGNED = `select u.email || ' ' || j.number as job from job j
join app_user u on u.company_id = j.company_id and u.id = j.technician_id`

/** Leaves out the two minutes in which a notice waits for further changes of its record. */
const SETTLE = `update notice set next_attempt_at = now() where attempts = 0 and next_attempt_at > now() + interval '1 minute'`

/**
 * Ends claims that are older than 10 s, a claim of each user, as they end one after the other: their instances are gone. A claim is for
 * 120 s.
 */
const END_CLAIMS = `update notice set next_attempt_at = now() where (user_id, next_attempt_at) in (
  select user_id, min(next_attempt_at) from notice where attempts > 0 and next_attempt_at < now() + interval '110 seconds' group by user_id)`

/** The jobs in the mails to an address, each with the id of its mail, as often as the mail was received. */
const jobsIn = (mails: MailServer, email: string) =>
  mails.mailsTo(email).flatMap(({ text = '', messageId = '' }) => {
    const numbers = [...text.matchAll(/^New for you: Job (\d+):/gm)]
    return numbers.map(([, number]) => ({ job: `${email} ${number}`, messageId }))
  })

it.runIf(server)(
  'mails each new job to its technician once, beside slow transactions, over kill -9 and lost connections to the database',
  async () => {
    const random = new Random(SEED)
    const source = await createServerDatabase(server ?? '')
    onTestFinished(source.close)
    const db = withOwnStatements(connectSource(source, readConfig(PATIENT), silentLog))
    onTestFinished(() => db.close())
    const company = await newCompany(db)
    const { companyId, users } = company
    const site = await newSite(company)
    const type = await newJobType(company)
    const technicians = await Promise.all(
      Array.from({ length: TECHNICIANS }, () => newUser({ db, companyId })),
    )
    await startFollowing(db.forCaller({ companyId }), { companyId, consumer: 'mails' })
    const mails = await startMailServer()
    mails.answerAfter(ANSWER_MS)
    const start = () =>
      startService({
        ...{ DATABASE_URL: source.url, SMTP_URL: mails.url },
        MAIL_FROM: 'Inspections <no-reply@inspect.example>',
      })
    const instances = await startInstances(start)

    let connection = new pg.Client()
    const connect = async () => {
      connection = new pg.Client({ connectionString: directUrl(source.url) })
      await connection.connect()
    }
    await connect()
    onTestFinished(() => connection.end())
    let number = 0
    const write = async (client: pg.Client) => {
      // Unfinished transactions leave gaps.
      const values = [companyId, newUuid(), (number += 1), users.admin.id]
      await client.query(INSERT, [...values, random.pick(technicians).id, site.id, type.id])
    }
    const options = { url: source.url, random, maxOpenMs: TRANSACTION_MS, write }
    const writers = new SlowWriters(options, WRITERS)
    const received = () => mails.recipients().length
    const settle = async () => {
      await connection.query(SETTLE)
      await connection.query(END_CLAIMS)
    }
    const oneMore = async () => {
      const before = received()
      await vi.waitFor(async () => {
        await settle()
        expect(received()).toBeGreaterThan(before)
      }, PATIENCE)
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      await oneMore()
      await delay(random.integer(0, 2000))
      // A mail has arrived, and the instance that has sent it does not know this yet.
      await oneMore()
      await instances.replaceOne(random)
      await oneMore()
      await connection.end()
      await terminateConnections(source.url)
      await connect()
    }
    await writers.stop()

    const notices = async () => {
      const { rows } = await connection.query<{ count: number }>(
        'select count(*)::int as count from notice',
      )
      return rows[0]?.count
    }
    const { rows } = await connection.query<{ job: string }>(ASSIGNED)
    const jobs = rows.map(({ job }) => job)
    const mailed = () => technicians.flatMap(({ email }) => jobsIn(mails, email))
    await vi.waitFor(async () => {
      await settle()
      const arrived = new Set(mailed().map(({ job }) => job))
      expect(jobs.filter((job) => !arrived.has(job))).toHaveLength(0)
      expect(await notices()).toBe(0)
    }, PATIENCE)

    // A job is in one mail. If this mail came several times, its id is the same.
    const all = mailed()
    const different = new Set(all.map(({ job, messageId }) => `${job} ${messageId}`))
    const once = [...different].map((each) => each.slice(0, each.lastIndexOf(' ')))
    expect(described(compareSets(jobs, once))).toBe('0 missing, 0 twice, 0 unknown')
    const ids = technicians.flatMap(({ email }) =>
      mails.mailsTo(email).map(({ messageId = '' }) => messageId),
    )
    const repeated = ids.length - new Set(ids).size
    // Each instance has at most one mail in progress.
    expect(repeated).toBeLessThanOrEqual(KILLS * 3)
    expect(writers.outOfOrder).toBeGreaterThan(0)
    console.log(
      `${KILLS} times kill -9; ${jobs.length} jobs, ${writers.outOfOrder} committed after one with a higher id, ` +
        `in ${new Set(ids).size} mails: none missing, none in two mails; ${repeated} mails came twice`,
    )
  },
  3_600_000,
)
