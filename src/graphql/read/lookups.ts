import { validate as isUuid } from 'uuid'
import type { Condition } from '../../db/read/page.js'
import { searchedText } from '../../domain/listing/conditions.js'
import { badInput } from '../errors.js'
import { MAX_PAGE_SIZE } from '../operation/page.js'

/** The condition that a record has this UUID. No record matches a malformed one. */
export const hasUuid =
  (id: string): Condition =>
  ({ column, parameter }) =>
    isUuid(id) ? `${column('uuid')} = ${parameter(id, 'uuid')}` : 'false'

/** The condition that a record has this integer id. */
export const hasId =
  (id: number): Condition =>
  ({ column, parameter }) =>
    `${column('id')} = ${parameter(id, 'int')}`

/** The condition that an asset has this code. Leading and trailing spaces are ignored. */
export const hasCode =
  (code: string): Condition =>
  ({ column, parameter }) =>
    `${column('code')} = ${parameter(searchedText(code), 'text')}`

/** The condition that an asset has the barcode with this content. Leading and trailing spaces are ignored. */
export const hasBarcode =
  (data: string): Condition =>
  ({ column, company, parameter }) =>
    `${column('id')} = (select x.asset_id from barcode x
      where x.company_id = ${company} and x.data = ${parameter(searchedText(data), 'text')} and x.deleted_at is null)`

/** Throws if there are more ids than a page has records. */
export function requireFewIds(ids: readonly string[]): void {
  if (ids.length > MAX_PAGE_SIZE) {
    throw badInput(`At most ${MAX_PAGE_SIZE} ids are allowed.`, 'ids')
  }
}
