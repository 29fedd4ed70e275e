import type { Consumer, Reading } from '../log-follower/follow-page.js'
import type { LogRow } from '../log-follower/log-row.js'
import { CONSUMER } from './create-webhook.js'
import { type Actor, eventBody } from './event-body.js'
import { changedFields, eventType, triggersOf } from './event-names.js'
import { type ActiveWebhook, findSites, findUuids, findWebhooks } from './find-webhooks.js'
import { type NewDelivery, queueDeliveries } from './queue-deliveries.js'
import type { WebhookQueries } from './webhook-queries.js'

/** How long the queries of one page may take, in milliseconds: 100 webhooks and 100 rows are 10,000 of them. */
const PAGE_MS = 1000

/** Makes events of the log: one for each row of it and each webhook that it concerns. */
export const webhookConsumer = (queries: WebhookQueries, pageMs = PAGE_MS): Consumer => ({
  name: CONSUMER,
  consume: (reading) => queueEvents(queries, reading, pageMs),
})

/** Returns how many rows have their events: those whose queries have begun in time, at least the first one with a query. */
async function queueEvents(
  queries: WebhookQueries,
  { tx, companyId, rows }: Reading,
  pageMs: number,
): Promise<number> {
  const until = performance.now() + pageMs
  const webhooks = await findWebhooks(tx, companyId)
  const wanted = rows.flatMap((row) => {
    const names = triggersOf(row)
    const concerned = webhooks.filter((webhook) => wants(webhook, row, names))
    return concerned.map((webhook) => ({ webhook, row }))
  })
  const left = await withinSites(tx, companyId, wanted)
  const actors = await findActors(tx, companyId, left)
  const deliveries: NewDelivery[] = []
  let consumed = rows.length
  for (const [index, { webhook, row }] of left.entries()) {
    const isNextRow = index > 0 && row !== left[index - 1]?.row
    if (isNextRow && performance.now() > until) {
      consumed = rows.indexOf(row)
      break
    }
    const { id: webhookId, query, userId, role } = webhook
    const { recordType, recordId, at, position } = row
    const viewer = { userId, companyId, role }
    const data = query === null ? undefined : await queries.read(tx, query, viewer, recordId)
    const type = eventType(row)
    const content = { type, at, position, recordType, recordId, data, actor: actors(row) }
    const body = eventBody({ ...content, fieldsChanged: changedFields(row) })
    deliveries.push({ webhookId, type, recordId, body })
  }
  await queueDeliveries(tx, companyId, deliveries)
  await disableWithoutCreator(tx, companyId, webhooks)
  return consumed
}

function wants(webhook: ActiveWebhook, row: LogRow, names: readonly string[]): boolean {
  const { triggers, exceptApiKeyId, sinceTransactionId, hasCreator } = webhook
  if (!hasCreator || BigInt(row.position.transactionId) < BigInt(sinceTransactionId)) return false
  if (exceptApiKeyId !== null && row.apiKeyId === exceptApiKeyId) return false
  return names.some((name) => triggers.includes(name))
}

interface Wanted {
  readonly webhook: ActiveWebhook
  readonly row: LogRow
}

/** Those events whose records are of the sites that the webhook wants. */
async function withinSites(
  tx: Reading['tx'],
  companyId: number,
  wanted: readonly Wanted[],
): Promise<readonly Wanted[]> {
  const limited = wanted.filter(({ webhook }) => webhook.siteIds !== null)
  if (limited.length === 0) return wanted
  const ids = [...new Set(limited.map(({ row }) => row.recordId))]
  const sites = await findSites(tx, companyId, ids)
  return wanted.filter(
    ({ webhook: { siteIds }, row }) =>
      siteIds === null || siteIds.includes(sites.get(row.recordId) ?? ''),
  )
}

async function findActors(tx: Reading['tx'], companyId: number, wanted: readonly Wanted[]) {
  const idsOf = (key: 'userId' | 'apiKeyId') => [
    ...new Set(wanted.flatMap(({ row }) => row[key] ?? [])),
  ]
  const users = await findUuids(tx, companyId, 'user', idsOf('userId'))
  const keys = await findUuids(tx, companyId, 'apiKey', idsOf('apiKeyId'))
  return (row: LogRow): Actor | null =>
    row.userId === null
      ? null
      : {
          userId: users.get(row.userId) ?? null,
          apiKeyId: keys.get(row.apiKeyId ?? 0) ?? null,
          requestId: row.requestId,
        }
}

/** A webhook whose user is inactive or removed gets no events: its query would run with rights that were withdrawn. */
async function disableWithoutCreator(
  { prisma }: Reading['tx'],
  companyId: number,
  webhooks: readonly ActiveWebhook[],
): Promise<void> {
  const ids = webhooks.filter(({ hasCreator }) => !hasCreator).map(({ id }) => id)
  if (ids.length === 0) return
  await prisma.webhook.updateMany({
    where: { companyId, id: { in: ids }, disabledAt: null },
    data: { disabledAt: new Date(), disabledReason: 'creator' },
  })
}
