import { createStore, del, get, set } from 'idb-keyval'
import type { JobsQuery, LeftQuery, TypesQuery } from '../generated/graphql.js'
import { BEGIN, CHANGES, JOBS, LEFT, TYPES } from './queries.js'
import type { Sent } from './queue.js'
import { ask, Failure } from './service.js'

export type Asset = LeftQuery['assets']['nodes'][number]
type AssetType = Extract<TypesQuery['nodes'][number], { readonly checklist: unknown }>
export type Checklist = NonNullable<AssetType['checklist']>

export type Job = JobsQuery['jobs']['nodes'][number] & {
  /** The assets that are left to inspect. */
  readonly assets: readonly Asset[]
}

/** What the device has of the service: the open jobs of its user, with what they need. */
export interface Copy {
  readonly user: { readonly id: string; readonly fullName: string }
  /** Where the feed of changes goes on. */
  readonly cursor: string
  readonly syncedAt: number
  readonly jobs: readonly Job[]
  /** By the id of the asset type. */
  readonly checklists: Readonly<Record<string, Checklist>>
}

const STORE = createStore('inspector.copy', 'copy')
const KEY = 'copy'

export const readCopy = (): Promise<Copy | undefined> => get<Copy>(KEY, STORE)

export const deleteCopy = (): Promise<void> => del(KEY, STORE)

/**
 * Brings the copy up to date. `ownKeys`: the idempotency keys of what this device has sent, and applied to the copy itself. Those whose
 * changes the feed has had are deleted; it may have some only later.
 */
export async function pull(copy: Copy | undefined, ownKeys: Set<string>): Promise<Copy> {
  const news = copy && (await follow(copy.cursor, ownKeys))
  const current =
    copy && news && !news.hasChanged
      ? { ...copy, cursor: news.cursor, syncedAt: Date.now() }
      : await readAll()
  await set(KEY, current, STORE)
  return current
}

/** Does in the copy what the service has done. */
export async function applyTo(copy: Copy, { entry, asset }: Sent): Promise<Copy> {
  const change = (job: Job): Job => {
    if (entry.kind === 'start' || entry.kind === 'resume')
      return job.id === entry.input.id ? { ...job, status: 'IN_PROGRESS' } : job
    if (entry.kind === 'correct')
      return {
        ...job,
        assets: job.assets.map((each) => (each.id === asset?.id ? { ...each, ...asset } : each)),
      }
    if (job.id !== entry.input.jobId) return job
    return { ...job, assets: job.assets.filter(({ id }) => id !== entry.input.assetId) }
  }
  const changed = { ...copy, jobs: copy.jobs.map(change) }
  await set(KEY, changed, STORE)
  return changed
}

/** Whether others have changed something since the cursor; undefined if that is not known any more (`RESYNC`). */
async function follow(after: string, ownKeys: Set<string>) {
  let [cursor, hasChanged] = [after, false]
  const keys = [...ownKeys].slice(-250)
  try {
    for (;;) {
      const { changes: page } = await ask(CHANGES, { after: cursor, ownKeys: keys })
      cursor = page.cursor
      for (const { ownKey } of page.changes) ownKeys.delete(ownKey ?? '')
      // An inspection may complete its job.
      if (page.changes.some(({ ownKey, recordType }) => ownKey === null || recordType === 'JOB'))
        hasChanged = true
      if (!page.hasMore) return { cursor, hasChanged }
    }
  } catch (error) {
    if (error instanceof Failure && error.kind === 'resync') return undefined
    throw error
  }
}

/** Reads all lists. The cursor is from before, so a change between them comes in the feed. */
async function readAll(): Promise<Copy> {
  const { changes, viewer } = await ask(BEGIN, {})
  const { user } = viewer
  const jobs: Job[] = []
  for (let after: string | null = null; ;) {
    const page: JobsQuery['jobs'] = (await ask(JOBS, { technicianId: user.id, after })).jobs
    for (const job of page.nodes) jobs.push({ ...job, assets: await readLeft(job.id) })
    after = page.pageInfo.endCursor
    if (!page.pageInfo.hasNextPage) break
  }
  const checklists = await readChecklists(jobs)
  return { user, cursor: changes.cursor, syncedAt: Date.now(), jobs, checklists }
}

async function readLeft(jobId: string): Promise<Asset[]> {
  const assets: Asset[] = []
  for (let after: string | null = null; ;) {
    const page: LeftQuery['assets'] = (await ask(LEFT, { jobId, after })).assets
    assets.push(...page.nodes)
    after = page.pageInfo.endCursor
    if (!page.pageInfo.hasNextPage) return assets
  }
}

async function readChecklists(jobs: readonly Job[]): Promise<Record<string, Checklist>> {
  const ids = [...new Set(jobs.flatMap(({ assets }) => assets.map(({ type }) => type.id)))]
  const found: Record<string, Checklist> = {}
  // A page has at most 100 records.
  for (let from = 0; from < ids.length; from += 100) {
    const { nodes } = await ask(TYPES, { ids: ids.slice(from, from + 100) })
    for (const node of nodes) {
      if (node && 'checklist' in node && node.checklist) found[node.id] = node.checklist
    }
  }
  return found
}
