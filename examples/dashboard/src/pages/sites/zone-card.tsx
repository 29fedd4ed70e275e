import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { ZoneCardFragment } from '../../../generated/graphql.js'
import { countOf } from '../../format.js'
import { Badge } from '../../parts/badge.js'
import { describeError } from '../../parts/problem.js'
import { linkTo } from '../../route.js'

graphql(`
  fragment ZoneCard on Zone {
    id
    name
    type {
      id
      name
    }
    assets(first: 5, after: $afterAsset, orderBy: [{ field: CODE }]) {
      edges {
        node {
          id
          code
          status
          riskLevel
          type {
            id
            name
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      totalCount
    }
  }
`)
const ZONE = graphql(`
  query Zone($id: ID!, $afterAsset: String) {
    zone(id: $id) {
      ...ZoneCard
    }
  }
`)

/** A zone with its first assets; a button loads more into the cache, and so into the zone. */
export function ZoneCard({ zone }: { zone: ZoneCardFragment }) {
  const client = useApolloClient()
  const [error, setError] = useState('')
  const { edges, pageInfo, totalCount } = zone.assets
  const rest = totalCount - edges.length

  const loadMore = async () => {
    setError('')
    try {
      await client.query({
        query: ZONE,
        variables: { id: zone.id, afterAsset: pageInfo.endCursor },
        fetchPolicy: 'network-only',
      })
    } catch (reason) {
      setError(describeError(reason))
    }
  }
  return (
    <section className="panel zone" aria-labelledby={zone.id}>
      <h3 id={zone.id}>{zone.name}</h3>
      <p className="muted">
        {zone.type.name} ·{' '}
        <a href={linkTo('assets', { zoneIds: zone.id })}>{countOf(totalCount, 'asset')}</a> ·{' '}
        <a href={linkTo('assets/new', { zone: zone.id })}>New asset in {zone.name}</a>
      </p>
      <ul className="assets">
        {edges.map(({ node }) => (
          <li key={node.id}>
            <a href={`#/assets/${node.id}`}>{node.code}</a>
            <span>{node.type.name}</span>
            <span className="badges">
              {node.riskLevel && <Badge value={node.riskLevel} />}
              <Badge value={node.status} />
            </span>
          </li>
        ))}
      </ul>
      {error && <p role="alert">{error}</p>}
      {pageInfo.hasNextPage && (
        <button type="button" onClick={() => void loadMore()}>
          Show more of {zone.name} ({rest} left)
        </button>
      )}
    </section>
  )
}
