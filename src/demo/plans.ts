import type { Catalogue } from './catalogue/catalogue.js'
import { harbourCatalogue } from './catalogue/harbour.js'
import { summitCatalogue } from './catalogue/summit.js'

/** How many records of each kind a company has at scale 1. */
export interface Counts {
  readonly users: number
  readonly clients: number
  readonly sites: number
  readonly zones: number
  readonly assets: number
  readonly jobs: number
  readonly inspections: number
  readonly jobDocuments: number
  readonly assetDocuments: number
}

/** What decides the demo data of one company. */
export interface Plan {
  /** Names the company in demo.json and in its users' addresses. */
  readonly key: 'harbour' | 'summit'
  readonly name: string
  readonly initials: string
  readonly counts: Counts
  readonly catalogue: Catalogue
  /** External barcodes must match it; null means any. */
  readonly barcodeFormat: string | null
  /** An external barcode: `#` stands for a digit. */
  readonly barcodeSample: string
}

export const plans: readonly [Plan, Plan] = [
  {
    key: 'harbour',
    name: 'Harbour Facilities',
    initials: 'HF',
    counts: {
      users: 25,
      clients: 8,
      sites: 40,
      zones: 200,
      assets: 4000,
      jobs: 600,
      inspections: 3000,
      jobDocuments: 40,
      assetDocuments: 60,
    },
    catalogue: harbourCatalogue,
    barcodeFormat: null,
    barcodeSample: '50#########',
  },
  {
    key: 'summit',
    name: 'Summit Estates',
    initials: 'SE',
    counts: {
      users: 3,
      clients: 1,
      sites: 4,
      zones: 20,
      assets: 400,
      jobs: 60,
      inspections: 300,
      jobDocuments: 4,
      assetDocuments: 6,
    },
    catalogue: summitCatalogue,
    barcodeFormat: 'SE[0-9]{8}',
    barcodeSample: 'SE########',
  },
]

/** The counts at a scale. */
export const scaled = (counts: Counts, scale: number): Counts =>
  Object.fromEntries(
    Object.entries(counts).map(([kind, count]) => [kind, count * scale]),
  ) as unknown as Counts
