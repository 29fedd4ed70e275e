/** The lists that can be exported. Apart from `LISTS`, so that `--help` works without the generated files of the client. */
export const LIST_NAMES = [
  'assets',
  'assetTypes',
  'barcodes',
  'clients',
  'inspections',
  'jobTypes',
  'jobs',
  'sites',
  'users',
  'zoneTypes',
  'zones',
] as const

export type ListName = (typeof LIST_NAMES)[number]
