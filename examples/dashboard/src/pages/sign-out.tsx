import { Confirm } from '../parts/confirm.js'
import { useQueueState } from '../queue/use-queue.js'

/** A button that asks first if something is not sent yet. */
export function SignOut({ onSignOut }: { onSignOut: () => void }) {
  const { entries } = useQueueState()
  if (entries.length === 0)
    return (
      <button type="button" onClick={onSignOut}>
        Sign out
      </button>
    )
  return (
    <Confirm
      label="Sign out"
      question="Some photographs or inspections are not sent yet. They stay in this browser, and are sent when you sign in again."
      onConfirm={onSignOut}
    />
  )
}
