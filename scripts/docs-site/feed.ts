import { v5 as uuidOfName } from 'uuid'
import { partsOf } from './sections.js'

/** An entry of the feed. The same release has the same id in every build and on every host. */
interface Release {
  readonly id: string
  readonly version: string
  /** In the format of RFC 3339. */
  readonly date: string
  /** The id of its heading in the changelog. */
  readonly heading: string
  readonly text: string
}

const idOf = (name: string) =>
  `urn:uuid:${uuidOfName(`field-inspection-service/changelog/${name}`, uuidOfName.URL)}`

/** What the template of the feed shows: the releases of the changelog, newest first. */
export function feedOf(changelog: string): { readonly id: string; readonly releases: Release[] } {
  const parts = partsOf(changelog)
  const releases = parts.flatMap(({ depth, title, id: heading }, index): Release[] => {
    const [, version, date] = /^(\S+) \((\d{4}-\d\d-\d\d)\)$/.exec(title) ?? []
    if (depth !== 2 || version === undefined || date === undefined) return []
    const after = parts.slice(index + 1)
    const next = after.findIndex((part) => part.depth <= depth)
    const changes = after.slice(0, next < 0 ? undefined : next)
    const text = changes.map((change) => `${change.title}: ${change.text}`).join('\n\n')
    return [{ id: idOf(version), version, date: `${date}T00:00:00Z`, heading, text }]
  })
  return { id: idOf(''), releases }
}
