import { expect } from 'vitest'
import { type InspectionWriter, type Sent } from './inspection-writer.js'

/* oxlint-disable typescript/no-explicit-any -- what is read has the shape of the query above it */

/** Sends a query, and returns its data. */
export type Read = (query: string, variables: object) => Promise<any>

/** All nodes of a list. `list` is its name, its arguments without `first` and `after`, and its selection. */
async function readAll(
  read: Read,
  variables: string,
  list: (page: string) => string,
  given: object,
): Promise<any[]> {
  const nodes: unknown[] = []
  for (let after: string | null = null; ;) {
    const query = `query ($after: String, ${variables}) { ${list('first: 100, after: $after')} }`
    const [page]: any[] = Object.values<any>(await read(query, { ...given, after }))
    nodes.push(...page.nodes)
    if (!page.pageInfo.hasNextPage) return nodes
    after = page.pageInfo.endCursor
  }
}

const PAGE = 'pageInfo { hasNextPage endCursor }'

const keyOf = ({ mark, operation, recordId }: Sent) => mark ?? `${operation} ${recordId}`

/**
 * Compares the audit log with the mutations: it has all entries of each acknowledged one, and either all or none of each mutation whose
 * response was lost.
 */
export async function expectLogged(
  read: Read,
  acknowledged: readonly Sent[],
  lost: readonly Sent[],
) {
  const operations = [...new Set([...acknowledged, ...lost].map(({ operation }) => operation))]
  const entries = await readAll(
    read,
    '$operations: [String!]',
    (page) => `auditLog(${page}, filter: { operations: $operations }) {
      nodes { operation recordId changes { after } } ${PAGE} }`,
    { operations },
  )
  const found = new Map<string, number>()
  for (const { operation, recordId, changes } of entries) {
    const marks = JSON.stringify(changes).match(/\bw\d+-\d+\./g) ?? []
    for (const key of new Set([...marks, `${operation} ${recordId}`]))
      found.set(key, (found.get(key) ?? 0) + 1)
  }
  const expected = new Map<string, number>()
  for (const sent of acknowledged)
    expected.set(keyOf(sent), (expected.get(keyOf(sent)) ?? 0) + sent.entries)
  for (const sent of lost) {
    const key = keyOf(sent)
    const before = expected.get(key) ?? 0
    expect([before, before + sent.entries], key).toContain(found.get(key) ?? 0)
    expected.delete(key)
  }
  const written = Object.fromEntries([...expected.keys()].map((key) => [key, found.get(key)]))
  expect(written).toEqual(Object.fromEntries(expected))
}

const ASSET = `query ($id: ID!) { asset(id: $id) {
  status defective openFindingsCount
  site { failing failureThreshold assets(first: 1, filter: { statuses: [DEFECTIVE] }) { totalCount } } } }`

export interface AssetState {
  readonly asset: any
  readonly inspections: readonly any[]
  readonly findings: readonly any[]
}

/** Reads the asset of a writer, and checks that its states follow from its inspections and findings. */
export async function readConsistent(
  read: Read,
  { assetId }: InspectionWriter,
  questionId: string,
): Promise<AssetState> {
  const { asset } = await read(ASSET, { id: assetId })
  const list = (name: string, filter: string, selection: string) =>
    readAll(
      read,
      '$id: ID!',
      (page) =>
        `${name}(${page}, filter: { assetIds: [$id] ${filter} }) { nodes { ${selection} } ${PAGE} }`,
      { id: assetId },
    )
  const inspections = (
    await list('inspections', '', 'id databaseId note outcome inspectedAt answers { value fails }')
  ).sort(
    (one, other) =>
      Date.parse(one.inspectedAt) - Date.parse(other.inspectedAt) ||
      one.databaseId - other.databaseId,
  )
  const findings = await list('findings', '', 'id title status questionId job { id }')
  const fails = inspections.at(-1)?.outcome === 'FAILED'
  expect(asset.defective).toBe(fails)
  const { failing, failureThreshold, assets } = asset.site
  expect(failing).toBe(assets.totalCount >= failureThreshold)
  const open = findings.filter(({ status }) => status === 'OPEN')
  expect(asset.openFindingsCount).toBe(open.length)
  expect(open.filter((each) => each.questionId === questionId)).toHaveLength(fails ? 1 : 0)
  return { asset, inspections, findings }
}

/** Compares what was read with the model of the writer, all of whose mutations are acknowledged. */
export async function expectModel(read: Read, writer: InspectionWriter, state: AssetState) {
  const own = state.inspections.filter(({ note }) => note?.startsWith('w'))
  expect(own).toMatchObject(
    writer.inspections.map(({ id, passes }) => ({
      id,
      outcome: passes ? 'PASSED' : 'FAILED',
      answers: [{ value: passes ? 'YES' : 'NO', fails: !passes }],
    })),
  )
  const findings = state.findings.filter(({ questionId }) => questionId === null)
  for (const { id, status, jobId, isRemoved } of writer.findings) {
    const found = findings.find((finding) => finding.id === id)
    if (isRemoved) expect(found).toBeUndefined()
    else expect(found).toMatchObject(jobId ? { status, job: { id: jobId } } : { status })
  }
  expect(state.asset.status === 'DECOMMISSIONED').toBe(writer.isDecommissioned)
  for (const id of writer.completedJobs.slice(-3)) {
    const { job } = await read('query ($id: ID!) { job(id: $id) { status } }', { id })
    expect(job).toEqual({ status: 'COMPLETED' })
  }
  for (const { id, version, isRemoved } of writer.checklists) {
    const { checklist } = await read(
      'query ($id: ID!) { checklist(id: $id) { version versions(first: 100) { totalCount } } }',
      { id },
    )
    expect(checklist).toEqual(isRemoved ? null : { version, versions: { totalCount: version } })
  }
}
