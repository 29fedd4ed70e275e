/*
 * Legal documents that read, count, sort or return as much as one request may. Each is below 2 kB, except the filters
 * of 500 conditions. The limit on cost refuses one of them. The others cost little less than the limit, or are queries
 * of a dashboard.
 */

export interface HeavyDocument {
  readonly name: string
  readonly query: string
}

const terms = (count: number, term: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => term(index)).join(' ')
const assetFields =
  'id databaseId code defective overdue status createdAt updatedAt lastInspectedAt nextInspectionDueAt decommissionedAt barcode { data }'
const tree = (sites: number, zones: number, assets: string) =>
  `{ sites(first: ${sites}) { nodes { name zones(first: ${zones}) { nodes { name ${assets} } } } } }`

const documents: Readonly<Record<string, string>> = {
  'three levels of default pages': `{ sites { nodes { name zones { nodes { name assets { nodes { ${assetFields} } } } } } } }`,
  'three levels of large pages': tree(
    30,
    10,
    'assets(first: 10) { nodes { id code status customFieldValues { label } } }',
  ),
  '1 MB of assets': `{ ${terms(10, (index) => `a${index}: assets(first: 100, offset: ${index * 100}) { nodes { ${assetFields} customFieldValues { label value } type { name } zone { name site { name } } } }`)} }`,
  'custom fields of many assets':
    '{ sites(first: 40) { nodes { assets(first: 100) { nodes { customFieldValues { label value } } } } } }',
  'counts in zones': tree(100, 10, 'assets { totalCount }'),
  'filtered counts in zones': tree(
    50,
    10,
    'assets(filter: { overdue: true, defective: false }) { totalCount }',
  ),
  'searched counts in zones': tree(50, 10, 'assets(filter: { search: "FE-00" }) { totalCount }'),
  'briefly searched counts in zones': tree(
    20,
    10,
    'assets(filter: { search: "^" }) { totalCount }',
  ),
  'counts in sites and zones':
    '{ sites(first: 100) { totalCount nodes { assetsCount openJobsCount failing assets { totalCount } jobs { totalCount } zones { totalCount nodes { assetsCount } } } } }',
  'counts of each type of many assets': '{ assets(first: 100) { nodes { type { assetsCount } } } }',
  'counts of filtered lists': `{ ${terms(30, (index) => `c${index}: assets(filter: { not: { codes: ["${index}"] } }) { totalCount }`)} }`,
  'short searches without a match': `{ ${terms(9, (index) => `s${index}: assets(filter: { search: "^${index}" }) { nodes { code } }`)} }`,
  'counted short searches': `{ ${terms(8, (index) => `s${index}: assets(filter: { search: "z${index}" }) { totalCount }`)} }`,
  'a filter of 480 conditions': `{ assets(filter: { and: [${terms(240, (index) => `{ not: { codes: ["x${index}"] } }`)}] }) { totalCount nodes { code } } }`,
  'a filter of 500 short searches': `{ assets(filter: { or: [${terms(498, (index) => `{ search: "^${index}" }`)}] }) { nodes { code } } }`,
  'nested negations of searches': `{ assets(filter: ${'{ not: '.repeat(90)}{ search: "^" }${' }'.repeat(90)}) { totalCount } }`,
  'deep offsets': `{ ${terms(9, (index) => `o${index}: assets(first: 100, offset: ${99_000 - index}, orderBy: [{ field: CODE }]) { nodes { code } }`)} }`,
  'offsets beyond the end': `{ ${terms(9, (index) => `o${index}: inspections(offset: ${2_000_000_000 + index}) { nodes { id } }`)} }`,
  'sorts of several keys': `{ ${terms(20, (index) => `o${index}: assets(offset: ${index}, orderBy: [{ field: RISK }, { field: NEXT_INSPECTION_DUE_AT, direction: DESC }, { field: CODE }]) { nodes { code } }`)} }`,
  'sorts in zones': tree(
    100,
    10,
    'assets(first: 1, orderBy: [{ field: NEXT_INSPECTION_DUE_AT }, { field: CODE }]) { nodes { code } }',
  ),
  'Relay pages in Relay pages':
    '{ sites(first: 20) { pageInfo { hasNextPage endCursor } edges { cursor node { zones { pageInfo { hasNextPage endCursor } edges { cursor node { assets { pageInfo { hasNextPage endCursor } edges { cursor node { code } } } } } } } } } }',
  'records that lead back to each other':
    '{ assets { nodes { zone { site { zones { nodes { site { assets { nodes { zone { name site { name } } } } } } } } } } } }',
}

export const heavyDocuments: readonly HeavyDocument[] = Object.entries(documents).map(
  ([name, query]) => ({ name, query }),
)
