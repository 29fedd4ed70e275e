import { slug } from 'github-slugger'
import { v5 as uuidOfName } from 'uuid'
import { markdownAddress, type Page, pageAddress } from './page.js'

/** An entry of the feed. The same release has the same id in every build and on every host. */
interface Release {
  readonly id: string
  readonly version: string
  /** In the format of RFC 3339. */
  readonly date: string
  /** Of its heading on the page of the changelog. */
  readonly address: string
  /** Its changes. */
  readonly markdown: string
}

const idOf = (name: string) =>
  `urn:uuid:${uuidOfName(`field-inspection-service/changelog/${name}`, uuidOfName.URL)}`

/**
 * What the template of the feed shows: the releases of the changelog, newest first. Throws if a release has no date, because an
 * entry needs one.
 */
export function feedOf({ path, markdown }: Page) {
  const [, ...sections] = markdown.split(/^## /m)
  const releases = sections.flatMap((section): Release[] => {
    const [title = '', ...lines] = section.split('\n')
    if (title === 'Unreleased') return []
    const [, version, date] = /^(\S+) \((\d{4}-\d\d-\d\d)\)$/.exec(title) ?? []
    if (!version || !date) throw new Error(`expected a version and a date, got ${title}`)
    const address = pageAddress(`${markdownAddress(path)}#${slug(title)}`)
    const changes = lines.join('\n').trim()
    return [{ id: idOf(version), version, date: `${date}T00:00:00Z`, address, markdown: changes }]
  })
  return { id: idOf(''), releases }
}
