import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { countOf, useTimeFormat } from '../../format.js'
import { Badge } from '../../parts/badge.js'
import { Problem } from '../../parts/problem.js'
import { linkTo } from '../../route.js'

const ASSET_INSPECTIONS = graphql(`
  query AssetInspections($id: ID!) {
    asset(id: $id) {
      id
      inspections(first: 5, orderBy: [{ field: INSPECTED_AT, direction: DESC }]) {
        edges {
          node {
            id
            inspectedAt
            outcome
            score
            note
            inspector {
              id
              fullName
            }
          }
        }
        totalCount
      }
    }
  }
`)

/** The newest inspections, and a link to all. */
export function AssetInspections({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ASSET_INSPECTIONS, { variables: { id } })
  const { time } = useTimeFormat()
  const list = data?.asset?.inspections
  return (
    <section className="panel" aria-labelledby="inspections">
      <h2 id="inspections">Last inspections</h2>
      {error && <Problem error={error} onRetry={refetch} />}
      {list?.totalCount === 0 && <p className="empty">There are none.</p>}
      <ul className="inspections">
        {list?.edges.map(({ node: { id: key, inspectedAt, outcome, score, note, inspector } }) => (
          <li key={key}>
            <Badge value={outcome} />
            <span>
              <a href={linkTo(`inspections/${key}`)}>{time(inspectedAt)}</a>, {inspector.fullName}
              {score !== null && `, score ${score}`}
            </span>
            {note && <p className="muted">{note}</p>}
          </li>
        ))}
      </ul>
      {list && list.totalCount > 0 && (
        <a href={linkTo('inspections', { assetIds: id })}>
          {countOf(list.totalCount, 'inspection')}
        </a>
      )}
    </section>
  )
}
