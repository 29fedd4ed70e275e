const TERMS = ['A-1', 'A-77', '777', '12', 'B-9', 'A-2999', 'none']

/** `count` fields, each with its own alias. */
const aliased = (count: number, field: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `x${index}: ${field(index)}`).join(' ')

const termOf = (index: number) => TERMS[index % TERMS.length] ?? ''
const searched = (index: number) =>
  `assets(first: 1, filter: { search: "${termOf(index)}" }) { totalCount }`

/** The ids that some documents use as arguments. */
export interface NamedIds {
  readonly assets: readonly string[]
  readonly site: string
}

/** Documents that dashboards send repeatedly. */
export const repeatedDocuments: readonly (readonly [string, (ids: NamedIds) => string])[] = [
  ['50 searched counts of 7 terms', () => `{ ${aliased(50, searched)} }`],
  ['50 counts', () => `{ ${aliased(50, () => 'assets(first: 1) { totalCount }')} }`],
  [
    '40 searched counts of 7 terms for each of 100 sites',
    () => `{ sites(first: 100) { nodes { name ${aliased(40, searched)} } } }`,
  ],
  [
    '20 searched counts of 20 terms for each of 100 sites',
    () =>
      `{ sites(first: 100) { nodes { ${aliased(20, (index) => `assets(first: 1, filter: { search: "A-${index}" }) { totalCount }`)} } } }`,
  ],
  [
    'a Relay page with its total',
    () => `{ assets(first: 50, orderBy: [{ field: CREATED_AT, direction: DESC }]) {
        totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { code status } } } }`,
  ],
  [
    'nodes and edges of one page',
    () =>
      `{ assets(first: 50) { nodes { code type { name } } edges { cursor node { code zone { name } } } } }`,
  ],
  [
    'nested pages with totals',
    () => `{ sites(first: 20) { totalCount nodes { name
        zones(first: 5) { totalCount nodes { name assets(first: 5) { totalCount nodes { code defective } } } } } } }`,
  ],
  [
    'lists of values',
    () =>
      `{ assets(first: 100) { nodes { code customFieldValues { label value } type { customFields { label options } } } } }`,
  ],
  [
    'records of any type',
    ({
      assets,
      site,
    }) => `{ nodes(ids: ${JSON.stringify(assets)}) { id __typename ... on Asset { code zone { name } } }
        node(id: "${site}") { id ... on Site { name zones(first: 5) { nodes { name } } } } }`,
  ],
  [
    'numbers of a company, twice',
    () => `{ a: company { name stats { assets jobs sites clients users totalStorage } }
        b: company { stats { assets jobs sites } } viewer { role company { stats { assets jobs } } } }`,
  ],
  [
    'a derived field under five aliases',
    () => `{ sites(first: 50) { nodes { name ${aliased(5, () => 'failing')} } } }`,
  ],
  [
    'derived numbers',
    () =>
      `{ sites(first: 50) { nodes { name zonesCount assetsCount openJobsCount a: assetsCount } } }`,
  ],
  [
    'a page at a deep offset',
    () =>
      `{ assets(first: 20, offset: 2900, orderBy: [{ field: CODE, direction: ASC }]) { nodes { code type { name } zone { name site { name client { legalName } } } } } }`,
  ],
  [
    'the last page, backward',
    () =>
      `{ jobs(last: 20, orderBy: [{ field: SCHEDULED_START, direction: ASC }]) { totalCount pageInfo { hasPreviousPage startCursor } nodes { number status site { name } } } }`,
  ],
  [
    'counts by status, each twice',
    () =>
      `{ ${['OK', 'OVERDUE', 'DEFECTIVE', 'DECOMMISSIONED'].map((status) => `a${status}: assets(filter: { statuses: [${status}] }) { totalCount } b${status}: assets(first: 5, filter: { statuses: [${status}] }) { totalCount nodes { code } }`).join(' ')} }`,
  ],
  [
    'one page under three aliases',
    () =>
      `{ a: sites(first: 20) { nodes { name } } b: sites(first: 20) { nodes { legalName zones(first: 3) { totalCount } } } c: sites(first: 20) { totalCount pageInfo { hasNextPage } } }`,
  ],
  [
    'numbers of users',
    () =>
      `{ users(first: 50) { totalCount nodes { fullName role sitesCount inspectionsCount technicalJobsCount } } }`,
  ],
  [
    'types with their numbers',
    () =>
      `{ assetTypes(first: 20) { nodes { name assetsCount } } zoneTypes(first: 20) { nodes { zonesCount } } clients(first: 30) { nodes { legalName sitesCount } } }`,
  ],
  [
    'searched pages of four lists',
    () =>
      `{ ${['assets', 'sites', 'jobs', 'users'].map((list) => `${list}(first: 10, filter: { search: "77" }) { totalCount nodes { id } }`).join(' ')} }`,
  ],
  [
    'fragments that select one nested page twice',
    () => `{ sites(first: 20) { nodes { ...one ...other } } }
        fragment one on Site { name zones(first: 5) { nodes { name } } jobs(first: 5) { nodes { number } } }
        fragment other on Site { zones(first: 5) { totalCount nodes { type { name } } } jobs(first: 5) { totalCount } }`,
  ],
  [
    'the site, client and manager of each job',
    () =>
      `{ jobs(first: 100) { nodes { number type { name } technician { fullName profile { mobile } } site { name client { legalName } manager { fullName } } } } }`,
  ],
  [
    'the lists of parents that many records share',
    () =>
      `{ assets(first: 100) { nodes { code type { assets(first: 1) { totalCount } } zone { site { zones(first: 5) { totalCount nodes { name } } } } } } }`,
  ],
  [
    'an asset by its code and by its barcode',
    () =>
      `{ byCode: asset(by: { code: "A-7" }) { id code inspections(first: 5) { totalCount nodes { outcome } } } byBarcode: asset(by: { barcode: "B-7" }) { id } }`,
  ],
  [
    'the pages of parents that many records share',
    () => `{ assets(first: 100) { nodes { code type { assets(first: 50) { nodes { code } } } } } }`,
  ],
  [
    'a page of siblings, through the parent of each record',
    () =>
      `{ jobs(first: 100) { nodes { number site { client { sites(first: 20) { nodes { name } } } } } } }`,
  ],
  [
    'the numbers of a company under 50 aliases',
    () => `{ ${aliased(50, () => 'company { stats { assets jobs } }')} }`,
  ],
  [
    'the counts of one site under 8 aliases',
    ({ site }) =>
      `{ ${aliased(8, () => `site(id: "${site}") { assetsCount assets(first: 1) { totalCount } }`)} }`,
  ],
  [
    'a record of any type under 50 aliases',
    ({ site }) =>
      `{ ${aliased(50, () => `node(id: "${site}") { id ... on Site { assetsCount } }`)} }`,
  ],
]
