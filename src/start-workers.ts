import type { Config } from './config/config.js'
import type { Database } from './db/connect.js'
import { startCleanup, startObjectCleanup } from './domain/cleanup/cleanup.js'
import { startLogFollower } from './domain/log-follower/follower-worker.js'
import { startMailWorker } from './domain/mail/mail-worker.js'
import { startDigests } from './domain/notification/write-digests.js'
import { noticeWriter } from './domain/notification/write-notices.js'
import { startReportWorker } from './domain/report/report-worker.js'
import { startTicker } from './domain/state-change/ticker.js'
import { startDeliveryWorker } from './domain/webhook/delivery-worker.js'
import { createSender } from './domain/webhook/send-event.js'
import { webhookConsumer } from './domain/webhook/webhook-consumer.js'
import type { WebhookQueries } from './domain/webhook/webhook-queries.js'
import type { Log } from './log/log.js'
import { openMailer } from './mail/open-mailer.js'
import { openRenderer } from './reports/open-renderer.js'

type Stop = () => Promise<void>

/** Starts the work that no request waits for. Every instance does it. Returns the functions that stop it. */
export function startWorkers(
  db: Database,
  config: Config,
  log: Log,
  queries: WebhookQueries,
): Stop[] {
  const consumers = [webhookConsumer(queries)]
  // Without mail, notices would only pile up.
  if (config.mail) consumers.push(noticeWriter())
  return [
    ...startMail(db, config, log),
    startReportWorker({ db, renderer: openRenderer(), log }),
    startCleanup(db, config.auditDays, log),
    startTicker(db, log),
    startLogFollower(db, consumers, log),
    startDeliveryWorker({ db, send: createSender(config.webhooks), log }),
    startObjectCleanup(db, log),
  ]
}

/** Sends mails, if the service is configured to. */
function startMail(db: Database, { mail, passwordResetUrl, publicUrl }: Config, log: Log): Stop[] {
  if (!mail) return []
  const links = { passwordResetUrl, publicUrl }
  return [startMailWorker({ db, mailer: openMailer(mail), log, links }), startDigests(db, log)]
}
