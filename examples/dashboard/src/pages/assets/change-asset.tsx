import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { AssetPageQuery } from '../../../generated/graphql.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { Confirm } from '../../parts/confirm.js'
import { useAction } from '../../parts/use-action.js'
import { useServiceLife } from './use-service-life.js'

const MOVE = graphql(`
  mutation MoveAsset($id: ID!, $zoneId: ID!) {
    updateAsset(input: { id: $id, zoneId: $zoneId }) {
      asset {
        id
        zone {
          id
          name
        }
        site {
          id
          name
        }
      }
      userErrors {
        message
      }
    }
  }
`)

interface Props {
  readonly asset: Pick<NonNullable<AssetPageQuery['asset']>, 'id' | 'code' | 'zone'>
  readonly isAdmin: boolean
}

/** Moves the asset to another zone, also of another site, or takes it out of use. */
export function ChangeAsset({ asset, isAdmin }: Props) {
  const { id, code, zone } = asset
  const [chosen, setChosen] = useState<string[]>([])
  const { run, isBusy } = useAction()
  const [move] = useMutation(MOVE)
  const { decommission, isBusy: isEnding } = useServiceLife(asset)

  const moveTo = (zoneId: string, undo?: () => unknown) =>
    run({
      send: () => move({ variables: { id, zoneId } }),
      done: `${code} is in another zone.`,
      ...(undo && { undo }),
    })
  const submit = async (zoneId: string) => {
    if (await moveTo(zoneId, () => moveTo(zone.id))) setChosen([])
  }
  const [next] = chosen
  return (
    <div className="filters panel">
      <RecordPicker isSingle label="Another zone" noun="zones" ids={chosen} onChange={setChosen} />
      <button
        type="button"
        disabled={isBusy || next === undefined}
        onClick={() => {
          if (next !== undefined) void submit(next)
        }}
      >
        Move
      </button>
      {isAdmin && (
        <Confirm
          label="Decommission"
          question={`A decommissioned asset is not inspected, and is never due. Decommission ${code}?`}
          isBusy={isBusy || isEnding}
          onConfirm={decommission}
        />
      )}
    </div>
  )
}
