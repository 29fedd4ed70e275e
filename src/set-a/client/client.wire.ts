import type { z } from 'zod'
import { fields, type Row } from '../select.js'
import {
  integer,
  nullableText,
  nullableTimestamp,
  record,
  text,
  timestamp,
  writeImageUrl,
  writeNullableTimestamp,
  writeTimestamp,
} from '../wire.js'

/** Set A: Client. */
export const Client = record('Client', {
  id: integer,
  legal_name: text,
  trading_name: nullableText,
  registration_number: nullableText,
  vat_number: nullableText,
  user_id: integer,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: nullableTimestamp,
  logo: nullableText,
  company_id: integer,
  logo_url: nullableText,
})

export const clientFields = fields(
  'id',
  'legalName',
  'tradingName',
  'registrationNumber',
  'vatNumber',
  'userId',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'logo',
  'companyId',
)
export type ClientRow = Row<'Client', typeof clientFields>

export const presentClient = (client: ClientRow): z.output<typeof Client> => ({
  id: client.id,
  legal_name: client.legalName,
  trading_name: client.tradingName,
  registration_number: client.registrationNumber,
  vat_number: client.vatNumber,
  user_id: client.userId,
  created_at: writeTimestamp(client.createdAt),
  updated_at: writeTimestamp(client.updatedAt),
  deleted_at: writeNullableTimestamp(client.deletedAt),
  logo: client.logo,
  company_id: client.companyId,
  logo_url: writeImageUrl(client.logo),
})

/** What lists show of a client. */
export const ClientInList = record('ClientInList', {
  id: integer,
  legal_name: text,
  logo_url: nullableText,
})

export const clientInListFields = fields('id', 'legalName', 'logo')
export type ClientInListRow = Row<'Client', typeof clientInListFields>

export const presentClientInList = (client: ClientInListRow): z.output<typeof ClientInList> => ({
  id: client.id,
  legal_name: client.legalName,
  logo_url: writeImageUrl(client.logo),
})
