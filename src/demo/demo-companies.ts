import type { Catalogue } from './catalogue/catalogue.js'
import { harbourCatalogue } from './catalogue/harbour.js'
import { summitCatalogue } from './catalogue/summit.js'

/** The number of records of each kind in the first company at scale 1. */
const COUNTS = {
  users: 25,
  clients: 8,
  sites: 40,
  zones: 200,
  assets: 4000,
  jobs: 600,
  inspections: 3800,
  jobDocuments: 40,
  assetDocuments: 60,
}
export type Counts = Readonly<typeof COUNTS>

/** The parameters of one company's demo data. */
export interface DemoCompany {
  /** The company's key in demo.json, and part of its users' email addresses. */
  readonly key: 'harbour' | 'summit'
  readonly name: string
  readonly initials: string
  /** The company's number of records is the first company's, divided by this and rounded up. */
  readonly divisor: number
  readonly catalogue: Catalogue
  /** The regular expression that external barcodes must match; null allows any. */
  readonly barcodeFormat: string | null
  /** The pattern of generated external barcodes: each `#` becomes a digit. */
  readonly barcodeSample: string
}

export const demoCompanies: readonly [DemoCompany, DemoCompany] = [
  {
    key: 'harbour',
    name: 'Harbour Facilities',
    initials: 'HF',
    divisor: 1,
    catalogue: harbourCatalogue,
    barcodeFormat: null,
    barcodeSample: '50#########',
  },
  {
    key: 'summit',
    name: 'Summit Estates',
    initials: 'SE',
    divisor: 10,
    catalogue: summitCatalogue,
    barcodeFormat: 'SE[0-9]{8}',
    barcodeSample: 'SE########',
  },
]

/** The number of records of a company at a scale. */
export const countsOf = ({ divisor }: DemoCompany, scale: number): Counts =>
  Object.fromEntries(
    Object.entries(COUNTS).map(([kind, count]) => [kind, Math.ceil(count / divisor) * scale]),
  ) as Counts
