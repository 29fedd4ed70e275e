import { createHash } from 'node:crypto'
import type { Database } from '../../db/connect.js'
import type { Viewer } from '../access/viewer.js'

/** The hash of a network. Only hashes are stored, so the table has no address in plain text. */
export const hashNetwork = (network: string): Buffer =>
  createHash('sha256').update(network).digest()

/**
 * SQL condition: the user of the row `u` has signed in, or refreshed a session, from the network in the last 90 days.
 * `company` and `network` are the placeholders of the company and of the network's hash.
 */
export const networkIsKnownSql = (company: string, network: string): string => `exists (
  select 1 from known_network k
  where k.company_id = ${company} and k.user_id = u.id
    and k.network = ${network}::bytea and k.used_at > now() - interval '90 days'
)`

/**
 * Remembers the network of a user who has just proved their identity. Keeps a user's 20 most recently used networks,
 * for 90 days.
 */
export async function rememberNetwork(
  db: Pick<Database, 'forCaller'>,
  { companyId, userId }: Pick<Viewer, 'companyId' | 'userId'>,
  network: string,
): Promise<void> {
  const values = [companyId, userId, hashNetwork(network)]
  const own = db.forCaller({ companyId })
  await own.write({ name: 'remember-network', text: REMEMBER_NETWORK, values })
}

// `skip locked`: two concurrent sign-ins of a user could deadlock if each waited for rows that the other deletes.
const REMEMBER_NETWORK = `
with remembered as (
  insert into known_network (company_id, user_id, network) values ($1, $2, $3)
  on conflict (company_id, user_id, network) do update set used_at = excluded.used_at
), expired as (
  delete from known_network
  where company_id = $1 and user_id = $2 and network in (
    select network from known_network
    where company_id = $1 and user_id = $2 and network <> $3 and used_at < now() - interval '90 days'
    for update skip locked
  )
)
delete from known_network
where company_id = $1 and user_id = $2 and network in (
  select network from known_network
  where company_id = $1 and user_id = $2 and network <> $3
  order by used_at desc offset 19
  for update skip locked
)`
