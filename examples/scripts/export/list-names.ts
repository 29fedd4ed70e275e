/** What can be imported. Apart from `NOUNS`, so that `--help` works without the generated files of the client. */
export const IMPORT_NAMES = [
  'assets',
  'assetTypes',
  'checklists',
  'clients',
  'findings',
  'inspections',
  'jobTypes',
  'jobs',
  'sites',
  'users',
  'zoneTypes',
  'zones',
] as const

export type ImportName = (typeof IMPORT_NAMES)[number]

/** The lists that can be exported. The barcode of an asset is imported with the asset. */
export const LIST_NAMES = [...IMPORT_NAMES, 'barcodes'] as const

export type ListName = (typeof LIST_NAMES)[number]
