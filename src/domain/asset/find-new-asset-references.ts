import { type Domain, queryRows, type RecordKey } from '../domain.js'
import {
  referenceKeys,
  REFERENCES,
  type ReferenceColumns,
  referencesByKey,
} from './asset-references.js'

interface References {
  readonly zoneId: RecordKey
  readonly typeId: RecordKey
  /** Null: to be generated. */
  readonly code: string | null
  readonly barcode: string | null
}

/** What the database knows about the input of new assets. */
export interface FoundReferences extends ReturnType<typeof referencesByKey> {
  /** The codes that assets of the company have. */
  readonly takenCodes: ReadonlySet<string>
  readonly barcodes: ReadonlyMap<string, FoundBarcode>
}

/** Whether the company takes external barcodes, this one matches its format, and an asset has it. */
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
  const values = [
    domain.viewer.companyId,
    ...referenceKeys(assets),
    assets.flatMap(({ code }) => code ?? []),
    assets.flatMap(({ barcode }) => barcode ?? []),
  ]
  const statement = { name: 'find-new-asset-references', text: FIND, values }
  const [found] = await queryRows<Found>(domain, statement)
  if (!found) throw new Error('expected one row, got none')
  return {
    ...referencesByKey(found),
    takenCodes: new Set(found.takenCodes),
    barcodes: new Map(found.barcodes.map((barcode) => [barcode.data, barcode])),
  }
}

interface Found extends ReferenceColumns {
  readonly takenCodes: readonly string[]
  readonly barcodes: readonly FoundBarcode[]
}

// PostgreSQL matches the company's regular expression, because JavaScript's engine may backtrack exponentially.
const FIND = `
select ${REFERENCES}, array(
  select code from asset where company_id = $1 and code = any($6::text[])
) as "takenCodes", (
  select coalesce(json_agg(json_build_object(
    'data', given.data,
    'allowed', company.allow_external_barcodes,
    'matches', coalesce(given.data ~ ('^(?:' || company.barcode_format || ')$'), true),
    'taken', exists (select from barcode where company_id = $1 and barcode.data = given.data))), '[]')
  from unnest($7::text[]) as given (data), company where company.id = $1
) as barcodes`
