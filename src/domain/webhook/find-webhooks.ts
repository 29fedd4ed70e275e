import type { TransactionDatabase } from '../../db/connect.js'
import type { Role } from '../access/viewer.js'

/** A webhook that gets events, and the user with whose rights its query runs. */
export interface ActiveWebhook {
  readonly id: number
  readonly triggers: readonly string[]
  readonly query: string | null
  readonly siteIds: readonly string[] | null
  readonly exceptApiKeyId: number | null
  readonly sinceTransactionId: string
  readonly userId: number
  readonly role: Role
  /** Whether this user is active; otherwise the webhook gets no events. */
  readonly hasCreator: boolean
}

/** The webhooks of a company that are not removed. Those that are disabled get events, too: they can be replayed. */
export async function findWebhooks(
  { prisma }: TransactionDatabase,
  companyId: number,
): Promise<readonly ActiveWebhook[]> {
  return prisma.$queryRaw<ActiveWebhook[]>`
    select w.id, w.triggers, w.query, w.site_ids as "siteIds", w.except_api_key_id as "exceptApiKeyId",
      w.since_transaction_id::text as "sinceTransactionId", w.user_id as "userId", m.role,
      u.active and u.deleted_at is null as "hasCreator"
    from webhook w
    join app_user u on u.company_id = ${companyId} and u.id = w.user_id
    join membership m on m.company_id = ${companyId} and m.user_id = u.id
    where w.company_id = ${companyId} and w.deleted_at is null
    order by w.id`
}

/** The UUIDs of the sites of records, by the UUID of the record. A record without a site is missing. */
export async function findSites(
  { prisma }: TransactionDatabase,
  companyId: number,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await prisma.$queryRaw<{ record: string; site: string }[]>`
    with zones as (
      select z.uuid as record, z.site_id from zone z where z.company_id = ${companyId} and z.uuid = any(${recordIds}::uuid[])
      union all
      select j.uuid, j.site_id from job j where j.company_id = ${companyId} and j.uuid = any(${recordIds}::uuid[])
      union all
      select a.uuid, z.site_id from asset a join zone z on z.company_id = ${companyId} and z.id = a.zone_id
      where a.company_id = ${companyId} and a.uuid = any(${recordIds}::uuid[])
      union all
      select f.uuid, z.site_id from finding f join asset a on a.company_id = ${companyId} and a.id = f.asset_id
      join zone z on z.company_id = ${companyId} and z.id = a.zone_id
      where f.company_id = ${companyId} and f.uuid = any(${recordIds}::uuid[])
      union all
      select i.uuid, z.site_id from inspection i join asset a on a.company_id = ${companyId} and a.id = i.asset_id
      join zone z on z.company_id = ${companyId} and z.id = a.zone_id
      where i.company_id = ${companyId} and i.uuid = any(${recordIds}::uuid[])
      union all
      select s.uuid, s.id from site s where s.company_id = ${companyId} and s.uuid = any(${recordIds}::uuid[])
    )
    select r.record, s.uuid as site from zones r join site s on s.company_id = ${companyId} and s.id = r.site_id`
  return new Map(rows.map(({ record, site }) => [record, site]))
}

/** The UUIDs of users or API keys, by their ids. */
export async function findUuids(
  { prisma }: TransactionDatabase,
  companyId: number,
  table: 'user' | 'apiKey',
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const query = { where: { companyId, id: { in: [...ids] } }, select: { id: true, uuid: true } }
  const rows = await (table === 'user'
    ? prisma.user.findMany(query)
    : prisma.apiKey.findMany(query))
  return new Map(rows.map(({ id, uuid }) => [id, uuid]))
}
