import { Confirm } from '../../parts/confirm.js'
import { useServiceLife } from './use-service-life.js'

interface Props {
  readonly asset: { readonly id: string; readonly code: string }
}

/** Puts a decommissioned asset back into use, for a reason. */
export function RecommissionAsset({ asset }: Props) {
  const { recommission, isBusy } = useServiceLife(asset)
  return (
    <div className="filters panel">
      <Confirm
        label="Use it again"
        question={`Why is ${asset.code} used again?`}
        isBusy={isBusy}
        onConfirm={(values) => recommission(values.get('reason') as string)}
      >
        <label>
          Reason
          <input name="reason" required />
        </label>
      </Confirm>
    </div>
  )
}
