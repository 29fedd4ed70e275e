import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { describeError } from '../../parts/problem.js'
import { useToast } from '../../parts/toasts.js'
import { useAction } from '../../parts/use-action.js'

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

/** Gives the checklist with this id and name to asset types, or takes it from them, with an undo. */
export function useSetChecklist(id: string, name: string) {
  const { run, isBusy } = useAction()
  const show = useToast()
  const [set, { client }] = useMutation(SET_CHECKLIST)

  const send = (typeId: string, checklistId: string | null) => () =>
    set({ variables: { input: { id: typeId, checklistId } } })
  const add = async (typeId: string) => {
    const found = await client.query({
      query: CHECKLIST_OF_TYPE,
      variables: { id: typeId },
      fetchPolicy: 'network-only',
      errorPolicy: 'all',
    })
    if (found.error) show({ text: describeError(found.error), isError: true })
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
  return { add, remove, isBusy }
}
