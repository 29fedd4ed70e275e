import { z } from 'zod'
import {
  ClientInList,
  clientInListFields,
  type ClientInListRow,
  presentClientInList,
} from '../client/client.wire.js'
import { riskInListFields, type RiskInListRow } from '../risk/risk.wire.js'
import { fields, type Row } from '../select.js'
import {
  integer,
  nullableInteger,
  nullableText,
  record,
  status,
  statusOf,
  text,
  writeImageUrl,
} from '../wire.js'

/** Set A: Site, list form. */
export const SiteInList = record('SiteInList', {
  id: integer,
  name: text,
  client_id: integer,
  logo: nullableText,
  risk_id: nullableInteger,
  zones_count: integer,
  assets_count: integer,
  open_jobs_count: integer,
  logo_url: nullableText,
  client: ClientInList,
  current_status: status,
  risk: z.strictObject({ level: text, value: integer, id: integer }).nullable(),
})

const columns = fields('id', 'name', 'clientId', 'logo', 'riskId')
const counts = fields('zonesCount', 'assetsCount', 'openJobsCount')
export const siteInListFields = {
  ...columns,
  ...counts,
  client: { of: 'client', select: clientInListFields },
  risk: { of: 'risk', select: riskInListFields },
}
export type SiteInListRow = Row<'Site', typeof columns> &
  Readonly<Record<keyof typeof counts, number>> & {
    readonly client: ClientInListRow
    readonly risk: RiskInListRow | null
  }

export const presentSiteInList = (site: SiteInListRow): z.output<typeof SiteInList> => ({
  id: site.id,
  name: site.name,
  client_id: site.clientId,
  logo: site.logo,
  risk_id: site.riskId,
  zones_count: site.zonesCount,
  assets_count: site.assetsCount,
  open_jobs_count: site.openJobsCount,
  logo_url: writeImageUrl(site.logo),
  client: presentClientInList(site.client),
  current_status: statusOf('Site', site.id),
  risk: site.risk && { level: site.risk.level, value: site.risk.value, id: site.risk.id },
})
