import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { Compare } from '../../documents/compare.js'
import { Gallery } from '../../documents/gallery.js'
import { countOf, useTimeFormat } from '../../format.js'
import { linkTo } from '../../route.js'

const ASSET_PHOTOGRAPHS = graphql(`
  query AssetPhotographs($id: ID!) {
    asset(id: $id) {
      id
      photographed: inspections(first: 20, orderBy: [{ field: INSPECTED_AT, direction: DESC }]) {
        nodes {
          id
          inspectedAt
          documents(first: 20) {
            nodes {
              ...DocumentTile
            }
          }
        }
      }
      found: findings(first: 20) {
        nodes {
          id
          title
          openedAt
          documents(first: 20) {
            nodes {
              ...DocumentTile
            }
          }
        }
      }
    }
  }
`)

/** The photographs of the newest inspections and findings of an asset, the newest first; two of them can be compared. */
export function AssetPhotographs({ id }: { id: string }) {
  const { data } = useQuery(ASSET_PHOTOGRAPHS, { variables: { id } })
  const { date } = useTimeFormat()
  const inspections = data?.asset?.photographed.nodes ?? []
  const findings = data?.asset?.found.nodes ?? []
  const groups = [
    ...inspections.map(({ id: key, inspectedAt: at, documents }) => ({
      ...{ key, at, documents: documents.nodes, title: 'Inspection', place: `inspections/${key}` },
    })),
    ...findings.map(({ id: key, openedAt: at, title, documents }) => ({
      ...{ key, at, documents: documents.nodes, title, place: `findings/${key}` },
    })),
  ]
    .filter(({ documents }) => documents.length > 0)
    .sort((one, other) => other.at.localeCompare(one.at))
  if (groups.length === 0) return null
  const all = groups.flatMap(({ documents }) => documents)
  return (
    <section className="panel" aria-labelledby="photographs">
      <h2 id="photographs">History in {countOf(all.length, 'photograph')}</h2>
      {groups.map(({ key, at, title, place, documents }) => (
        <div key={key}>
          <h3>
            <a href={linkTo(place)}>
              {date(at)}: {title}
            </a>
          </h3>
          <Gallery documents={documents} canRemove={false} />
        </div>
      ))}
      <Compare documents={all} />
    </section>
  )
}
