import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { graphql } from '../../generated/index.js'
import { labelOf, useTimeFormat } from '../format.js'
import { type CustomField, idsIn, textOf, wordsOf } from './changed-values.js'
import { InfiniteScroll } from './infinite-scroll.js'
import { Problem } from './problem.js'
import { useRecordNames } from './record-names.js'
import { Separated } from './separated.js'

graphql(`
  fragment HistoryPage on AuditEntryConnection {
    edges {
      node {
        key
        action
        at
        user {
          id
          fullName
        }
        changes {
          field
          before
          after
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`)
const HISTORY = graphql(`
  query History($id: ID!, $after: String) {
    node(id: $id) {
      id
      ... on ApiKey {
        history(first: 5, after: $after) {
          ...HistoryPage
        }
      }
      ... on Asset {
        type {
          id
          customFields {
            fieldId
            label
          }
        }
        history(first: 5, after: $after) {
          ...HistoryPage
        }
      }
      ... on Checklist {
        history(first: 5, after: $after) {
          ...HistoryPage
        }
      }
      ... on Job {
        history(first: 5, after: $after) {
          ...HistoryPage
        }
      }
      ... on Site {
        history(first: 5, after: $after) {
          ...HistoryPage
        }
      }
      ... on Webhook {
        history(first: 5, after: $after) {
          ...HistoryPage
        }
      }
    }
  }
`)

/** The changes of the record, each with its user and time. For admins. */
export function History({ id }: { id: string }) {
  const { data, error, refetch, fetchMore } = useQuery(HISTORY, {
    variables: { id },
    // Another page may have changed the record.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const { time } = useTimeFormat()
  const history = data?.node && 'history' in data.node ? data.node.history : undefined
  const { hasNextPage = false, endCursor = null } = history?.pageInfo ?? {}
  const changed = history?.edges.flatMap(({ node: { changes } }) => changes) ?? []
  const names = useRecordNames(
    changed.flatMap(({ field, before, after }) => [
      ...idsIn(field, before),
      ...idsIn(field, after),
    ]),
  )
  const fields: readonly CustomField[] =
    data?.node?.__typename === 'Asset' ? data.node.type.customFields : []
  const show = (field: string, value: string | null): ReactNode => {
    const ids = idsIn(field, value)
    if (ids.length === 0) return textOf(field, value, { time, fields })
    return (
      <Separated items={ids} keyOf={(each) => each}>
        {(each) => names.get(each) ?? each}
      </Separated>
    )
  }
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">History</h2>
      {error && <Problem error={error} onRetry={refetch} />}
      <ol className="history">
        {history?.edges.map(({ node: { key, action, at, user, changes } }) => (
          <li key={key}>
            <p>
              {labelOf(action)} by {user?.fullName ?? 'the system'}{' '}
              <span className="muted">{time(at)}</span>
            </p>
            <ul className="muted">
              {changes.map(({ field, before, after }) => (
                <li key={field}>
                  {wordsOf(field)}: {show(field, before)} → {show(field, after)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <InfiniteScroll
        when="button"
        cursor={hasNextPage ? endCursor : null}
        onLoad={(after) => fetchMore({ variables: { after } })}
      />
    </section>
  )
}
