import { type Domain, queryRows, type RecordKey } from '../domain.js'
import { FoundByKey } from '../bulk/found-by-key.js'
import { idsAndUuids, isKey } from '../record/record-key.js'
import { ASSET_TYPE, type FoundType } from './find-asset.js'

interface References {
  readonly zoneId: RecordKey
  readonly typeId: RecordKey
  /** Null: to be generated. */
  readonly code: string | null
  readonly barcode: string | null
}

/** What the database knows about the input of new assets. */
export interface FoundReferences {
  readonly zones: FoundByKey<{ readonly id: number; readonly uuid: string }>
  readonly types: FoundByKey<FoundType & { readonly uuid: string }>
  /** The codes that assets of the company have. */
  readonly takenCodes: ReadonlySet<string>
  readonly barcodes: ReadonlyMap<string, FoundBarcode>
}

/** Whether the company allows external barcodes, this one matches its format, and an asset has it. */
export interface FoundBarcode {
  readonly data: string
  readonly allowed: boolean
  readonly matches: boolean
  readonly taken: boolean
}

/** Finds what new assets refer to, with one statement. */
export async function findNewAssetReferences(
  domain: Domain,
  assets: readonly References[],
): Promise<FoundReferences> {
  const zones = idsAndUuids(assets.map(({ zoneId }) => zoneId).filter(isKey))
  const types = idsAndUuids(assets.map(({ typeId }) => typeId).filter(isKey))
  const values = [
    domain.viewer.companyId,
    zones.ids,
    zones.uuids,
    types.ids,
    types.uuids,
    assets.flatMap(({ code }) => code ?? []),
    assets.flatMap(({ barcode }) => barcode ?? []),
  ]
  const statement = { name: 'find-new-asset-references', text: FIND, values }
  const [found] = await queryRows<Found>(domain, statement)
  if (!found) throw new Error('expected one row, got none')
  return {
    zones: new FoundByKey(found.zones),
    types: new FoundByKey(found.types),
    takenCodes: new Set(found.takenCodes),
    barcodes: new Map(found.barcodes.map((barcode) => [barcode.data, barcode])),
  }
}

interface Found {
  readonly zones: readonly { readonly id: number; readonly uuid: string }[]
  readonly types: readonly (FoundType & { readonly uuid: string })[]
  readonly takenCodes: readonly string[]
  readonly barcodes: readonly FoundBarcode[]
}

// PostgreSQL matches the company's regular expression, because JavaScript's engine may backtrack exponentially.
const FIND = `
select (
  select coalesce(json_agg(json_build_object('id', id, 'uuid', uuid)), '[]')
  from zone where (id = any($2::int[]) or uuid = any($3::uuid[])) and company_id = $1::int and deleted_at is null
) as zones, (
  select coalesce(json_agg(${ASSET_TYPE}), '[]')
  from asset_type where (id = any($4::int[]) or uuid = any($5::uuid[])) and company_id = $1 and deleted_at is null
) as types, array(
  select code from asset where company_id = $1 and code = any($6::text[])
) as "takenCodes", (
  select coalesce(json_agg(json_build_object(
    'data', given.data,
    'allowed', company.allow_external_barcodes,
    'matches', coalesce(given.data ~ ('^(?:' || company.barcode_format || ')$'), true),
    'taken', exists (select from barcode where company_id = $1 and barcode.data = given.data))), '[]')
  from unnest($7::text[]) as given (data), company where company.id = $1
) as barcodes`
