import type { Email } from 'postal-mime'
import type { Database } from '../../../src/db/connect.js'
import { followPage } from '../../../src/domain/log-follower/follow-page.js'
import { startFollowing } from '../../../src/domain/log-follower/position.js'
import { sendNextNotices } from '../../../src/domain/notification/send-next-notices.js'
import { noticeWriter } from '../../../src/domain/notification/write-notices.js'
import { openMailer } from '../../../src/mail/open-mailer.js'
import { newCompany, type TestCompany } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'
import { type MailServer, startMailServer } from '../../support/mail-server.js'
import { silentLog } from '../../support/silent-log.js'
import { untilSettled } from '../../support/until-settled.js'

/** Waits for nothing, so that a test sees each notice immediately. */
export const writer = noticeWriter(0)

/** A company whose log the mails follow from now on. */
export async function newFollowedCompany(
  overrides: Parameters<typeof newCompany>[1] = {},
): Promise<TestCompany> {
  const company = await newCompany(testDatabase(), overrides)
  const { companyId } = company
  const own = serviceDatabase().forCaller({ companyId })
  await startFollowing(own, { companyId, consumer: writer.name })
  return company
}

/** Writes the notices of what is in the log of a company, when it is settled. */
export async function writeNotices(
  company: TestCompany,
  db: Database = serviceDatabase(),
  consumer = writer,
): Promise<void> {
  await untilSettled(company.admin)
  while (await followPage(db, consumer, company.companyId));
}

/** Sends all mails that are due, and returns those to an address. */
export async function sendAll(server: MailServer, publicUrl = 'https://inspect.example') {
  const mailer = openMailer({ url: server.url, from: 'Inspections <no-reply@inspect.example>' })
  const links = { passwordResetUrl: undefined, publicUrl }
  const services = { db: serviceDatabase(), mailer, log: silentLog, links }
  while ((await sendNextNotices(services)) === 'done');
  return (address: string): Email[] => server.mailsTo(address)
}

/** The mails to a user about what has happened in the company so far. */
export async function mailsAbout(company: TestCompany, email: string): Promise<Email[]> {
  const server = await startMailServer()
  await writeNotices(company)
  return (await sendAll(server))(email)
}
