import type { Domain, RecordKey } from '../domain.js'
import { referenceLookups, type References, referencesByKey } from './asset-references.js'
import { lookUp } from './look-up.js'

interface Keys {
  readonly zoneId: RecordKey
  readonly typeId: RecordKey
  /** Null: generate one. */
  readonly code: string | null
  readonly barcode: string | null
}

/** The records that the input of new assets refers to, and its taken codes and barcodes. */
export interface FoundReferences extends ReturnType<typeof referencesByKey> {
  /** The codes that assets of the company have. */
  readonly takenCodes: ReadonlySet<string>
  readonly barcodes: ReadonlyMap<string, FoundBarcode>
}

/** The result of the lookup of an external barcode. */
export interface FoundBarcode {
  /** The text of the barcode. */
  readonly data: string
  /** Whether the company allows external barcodes. */
  readonly allowed: boolean
  /** Whether the text matches the company's barcode format. */
  readonly matches: boolean
  /** Whether an asset of the company has the barcode. */
  readonly taken: boolean
}

/** Finds what new assets refer to, with one statement. */
export async function findNewAssetReferences(
  domain: Domain,
  assets: readonly Keys[],
): Promise<FoundReferences> {
  const found = await lookUp<Found>(domain, [
    ...referenceLookups(assets),
    { name: 'takenCodes', texts: assets.map(({ code }) => code), sql: TAKEN_CODES },
    { name: 'barcodes', texts: assets.map(({ barcode }) => barcode), sql: BARCODES },
  ])
  return {
    ...referencesByKey(found),
    takenCodes: new Set(found.takenCodes),
    barcodes: new Map(found.barcodes?.map((barcode) => [barcode.data, barcode])),
  }
}

interface Found extends Required<References> {
  readonly takenCodes: readonly string[]
  readonly barcodes: readonly FoundBarcode[]
}

const TAKEN_CODES = (codes: string) =>
  `select json_agg(code) from asset where company_id = $1::int and code = any(${codes})`

// PostgreSQL matches the company's regular expression, because JavaScript's engine may backtrack exponentially.
const BARCODES = (texts: string) => `
  select json_agg(json_build_object(
    'data', given.data,
    'allowed', company.allow_external_barcodes,
    'matches', coalesce(given.data ~ ('^(?:' || company.barcode_format || ')$'), true),
    'taken', exists (select 1 from barcode where company_id = $1 and barcode.data = given.data)))
  from unnest(${texts}) as given (data), company where company.id = $1::int`
