import { z } from 'zod'
import { Client, clientFields, type ClientRow, presentClient } from '../client/client.wire.js'
import { fields, type Row } from '../select.js'
import {
  integer,
  nullableInteger,
  nullableText,
  nullableTimestamp,
  record,
  text,
  timestamp,
  writeImageUrl,
  writeNullableTimestamp,
  writeTimestamp,
} from '../wire.js'
import { presentZone, Zone, type ZoneRow } from '../zone/zone.wire.js'

/** Set A: Site, full form. */
export const Site = record('Site', {
  id: integer,
  name: text,
  legal_name: nullableText,
  registration_number: nullableText,
  vat_number: nullableText,
  client_id: integer,
  user_id: integer,
  created_at: timestamp,
  updated_at: timestamp,
  logo: nullableText,
  risk_id: nullableInteger,
  deleted_at: nullableTimestamp,
  failure_threshold: integer,
  is_failing: z.boolean(),
  company_id: integer,
  logo_url: nullableText,
  zones: z.array(Zone),
  client: Client,
})

const columns = fields(
  'id',
  'name',
  'legalName',
  'registrationNumber',
  'vatNumber',
  'clientId',
  'userId',
  'createdAt',
  'updatedAt',
  'logo',
  'riskId',
  'deletedAt',
  'failureThreshold',
  'companyId',
)
export const siteFields = {
  ...columns,
  failing: 'failing',
  client: { of: 'client', select: clientFields },
}
export type SiteRow = Row<'Site', typeof columns> & {
  readonly failing: boolean
  readonly client: ClientRow
}

export const presentSite = (site: SiteRow, zones: readonly ZoneRow[]): z.output<typeof Site> => ({
  id: site.id,
  name: site.name,
  legal_name: site.legalName,
  registration_number: site.registrationNumber,
  vat_number: site.vatNumber,
  client_id: site.clientId,
  user_id: site.userId,
  created_at: writeTimestamp(site.createdAt),
  updated_at: writeTimestamp(site.updatedAt),
  logo: site.logo,
  risk_id: site.riskId,
  deleted_at: writeNullableTimestamp(site.deletedAt),
  failure_threshold: site.failureThreshold,
  is_failing: site.failing,
  company_id: site.companyId,
  logo_url: writeImageUrl(site.logo),
  zones: zones.map(presentZone),
  client: presentClient(site.client),
})
