import { v7 as newUuid } from 'uuid'
import type { Sql } from '../../db/connect.js'

/** An event for a webhook. */
export interface NewDelivery {
  readonly webhookId: number
  readonly type: string
  readonly recordId: string | null
  readonly body: string
}

/** Stores events in the outbox, in the caller's transaction. Two statements. Returns their ids in the order of the events. */
export async function queueDeliveries(
  db: Pick<Sql, 'read' | 'write'>,
  companyId: number,
  deliveries: readonly NewDelivery[],
): Promise<readonly number[]> {
  if (deliveries.length === 0) return []
  const { rows } = await db.write<{ id: number }>({
    name: 'delivery-ids',
    text: "select nextval('webhook_delivery_id_seq')::int as id from generate_series(1, $1::int)",
    values: [deliveries.length],
  })
  const ids = rows.map(({ id }) => id)
  const column = <Key extends keyof NewDelivery>(key: Key) => deliveries.map((each) => each[key])
  await db.write({
    name: 'queue-deliveries',
    text: QUEUE,
    values: [
      ...[companyId, ids, deliveries.map(() => newUuid()), column('webhookId'), column('type')],
      ...[column('recordId'), column('body'), new Date()],
    ],
  })
  return ids
}

const QUEUE = `
insert into webhook_delivery (company_id, id, uuid, webhook_id, type, record_id, body, next_attempt_at, created_at)
select c.id, r.id, r.uuid, r.webhook_id, r.type, r.record_id, r.body, $8::timestamptz, $8::timestamptz
from company c
cross join unnest($2::int[], $3::uuid[], $4::int[], $5::text[], $6::uuid[], $7::text[])
  as r (id, uuid, webhook_id, type, record_id, body)
where c.id = $1::int`
