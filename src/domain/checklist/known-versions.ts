import { LRUCache } from 'lru-cache'
import { questionsOf, type Section } from './checklist-content.js'

/** The number of questions that are kept. Each takes about a kilobyte. */
const MAX_QUESTIONS = 16_000

/** The number of versions that are kept: each request passes over all. */
const MAX_VERSIONS = 1000

interface KnownVersion {
  readonly companyId: number
  readonly uuid: string
  readonly sections: readonly Section[]
}

/**
 * The questions of the versions that this process has read last. No version is ever changed, so that they stay valid. A statement finds
 * the versions themselves, in the viewer's company; it reads only the questions that are not known.
 */
const cache = new LRUCache<string, KnownVersion>({
  max: MAX_VERSIONS,
  maxSize: MAX_QUESTIONS,
  sizeCalculation: ({ sections }) => 1 + questionsOf(sections).length,
})

/** The known questions of a company, by the UUIDs of their versions. Those that a statement leaves out must be taken from this map. */
export function knownVersions(companyId: number): ReadonlyMap<string, readonly Section[]> {
  const own = [...cache.values()].filter((each) => each.companyId === companyId)
  return new Map(own.map(({ uuid, sections }) => [uuid, sections]))
}

/** Keeps the questions of a version of a company. */
export function keepVersion(version: KnownVersion): void {
  cache.set(`${version.companyId} ${version.uuid}`, version)
}
