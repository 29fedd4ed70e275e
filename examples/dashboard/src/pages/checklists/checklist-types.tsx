import { useMutation, useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { countOf } from '../../format.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { InfiniteScroll } from '../../parts/infinite-scroll.js'
import { Problem } from '../../parts/problem.js'
import { useAction } from '../../parts/use-action.js'
import { linkTo } from '../../route.js'

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
const SET_CHECKLIST = graphql(`
  mutation SetChecklist($input: UpdateAssetTypeInput!) {
    updateAssetType(input: $input) {
      assetType {
        id
        name
        checklist {
          id
        }
      }
      userErrors {
        message
      }
    }
  }
`)
const CHECKLIST_OF_TYPE = graphql(`
  query ChecklistOfType($id: ID!) {
    assetType(id: $id) {
      id
      name
      checklist {
        id
        name
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
  const { data, error, refetch, fetchMore, client } = useQuery(TYPES_OF_CHECKLIST, {
    variables: { id },
  })
  const { run, isBusy } = useAction()
  const [set] = useMutation(SET_CHECKLIST)
  const types = data?.checklist?.assetTypes
  const name = data?.checklist?.name ?? ''

  const send = (typeId: string, checklistId: string | null) => () =>
    set({ variables: { input: { id: typeId, checklistId } } })
  const add = async (typeId: string) => {
    const found = await client.query({
      query: CHECKLIST_OF_TYPE,
      variables: { id: typeId },
      fetchPolicy: 'network-only',
    })
    const type = found.data?.assetType
    if (!type) return
    const before = type.checklist
    await run({
      send: send(typeId, id),
      done: `Inspections of ${type.name} ask “${name}”${before ? `, not “${before.name}”` : ''}.`,
      undo: () => run({ send: send(typeId, before?.id ?? null), done: 'It is as it was before.' }),
    })
  }
  const remove = (typeId: string, typeName: string) =>
    run({
      send: send(typeId, null),
      done: `Inspections of ${typeName} ask no questions.`,
      undo: () => run({ send: send(typeId, id), done: 'It is as it was before.' }),
    })
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
