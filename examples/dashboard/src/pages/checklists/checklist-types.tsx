import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { countOf } from '../../format.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { InfiniteScroll } from '../../parts/infinite-scroll.js'
import { Problem } from '../../parts/problem.js'
import { linkTo } from '../../route.js'
import { useSetChecklist } from './set-checklist.js'

const TYPES_OF_CHECKLIST = graphql(`
  query TypesOfChecklist($id: ID!, $after: String) {
    checklist(id: $id) {
      id
      name
      assetTypes(first: 20, after: $after, orderBy: [{ field: NAME }]) {
        edges {
          node {
            id
            name
            assetsCount
            enforceChecklistOrder
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
        totalCount
      }
    }
  }
`)
interface Props {
  readonly id: string
  readonly isAdmin: boolean
}

/** The asset types whose inspections ask the questions of the checklist. Admins add and remove types. */
export function ChecklistTypes({ id, isAdmin }: Props) {
  const { data, error, refetch, fetchMore } = useQuery(TYPES_OF_CHECKLIST, {
    variables: { id },
    // A type may have got another checklist since: removing this one would take that from it.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const types = data?.checklist?.assetTypes
  const { add, remove, isBusy } = useSetChecklist(id, data?.checklist?.name ?? '')
  return (
    <section className="panel" aria-labelledby="types">
      <h2 id="types">Asset types with this checklist</h2>
      {error && <Problem error={error} onRetry={refetch} />}
      {types?.totalCount === 0 && <p className="empty">No asset type has it.</p>}
      <ul className="types">
        {types?.edges.map(({ node: type }) => (
          <li key={type.id}>
            <span>{type.name}</span>
            <span>
              <a href={linkTo('assets', { typeIds: type.id })}>
                {countOf(type.assetsCount, 'asset')}
              </a>
              {type.enforceChecklistOrder && ', answered in order'}
            </span>
            {isAdmin && (
              <button
                type="button"
                disabled={isBusy}
                aria-label={`${type.name}: remove the checklist`}
                onClick={() => void remove(type.id, type.name)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      <InfiniteScroll
        when="button"
        cursor={types?.pageInfo.hasNextPage ? types.pageInfo.endCursor : null}
        onLoad={(after) => fetchMore({ variables: { after } })}
      />
      {isAdmin && (
        <RecordPicker
          isSingle
          label="Use it for one more asset type"
          noun="assetTypes"
          ids={NONE}
          onChange={([typeId]) => {
            if (typeId) void add(typeId)
          }}
        />
      )}
    </section>
  )
}

const NONE: readonly string[] = []
