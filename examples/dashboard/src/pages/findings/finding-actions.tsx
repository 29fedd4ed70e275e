import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { FindingRowFragment } from '../../../generated/graphql.js'
import { Confirm } from '../../parts/confirm.js'
import { useAction } from '../../parts/use-action.js'

const RESOLVE = graphql(`
  mutation ResolveFinding($id: ID!, $resolution: String!) {
    resolveFinding(input: { id: $id, resolution: $resolution }) {
      finding {
        ...FindingRow
      }
      userErrors {
        message
      }
    }
  }
`)
const ACCEPT = graphql(`
  mutation AcceptFinding($id: ID!, $resolution: String!) {
    acceptFinding(input: { id: $id, resolution: $resolution }) {
      finding {
        ...FindingRow
      }
      userErrors {
        message
      }
    }
  }
`)
const REOPEN = graphql(`
  mutation ReopenFinding($id: ID!) {
    reopenFinding(input: { id: $id }) {
      finding {
        ...FindingRow
      }
      userErrors {
        message
      }
    }
  }
`)

interface Props {
  readonly finding: Pick<FindingRowFragment, 'id' | 'title' | 'status'>
  readonly isAdmin: boolean
}

/** The buttons for what a finding in this status allows. Only admins accept a risk. */
export function FindingActions({ finding: { id, title, status }, isAdmin }: Props) {
  const { run, isBusy } = useAction()
  const [resolve] = useMutation(RESOLVE)
  const [accept] = useMutation(ACCEPT)
  const [reopen] = useMutation(REOPEN)
  const reopenNow = () =>
    run({ send: () => reopen({ variables: { id } }), done: `“${title}” is open again.` })
  const close = (send: typeof resolve | typeof accept, done: string) => (values: FormData) => {
    const resolution = values.get('resolution') as string
    return run<object>({
      send: () => send({ variables: { id, resolution } }),
      done,
      undo: reopenNow,
    })
  }

  if (status !== 'OPEN') return null
  return (
    <div className="actions">
      <Confirm
        label="Resolve"
        question={`What was done about “${title}”?`}
        isBusy={isBusy}
        onConfirm={close(resolve, `“${title}” is resolved.`)}
      >
        <label>
          Resolution
          <input name="resolution" required />
        </label>
      </Confirm>
      {isAdmin && (
        <Confirm
          label="Accept"
          question={`Why does the company live with “${title}”?`}
          isBusy={isBusy}
          onConfirm={close(accept, `“${title}” is accepted.`)}
        >
          <label>
            Reason
            <input name="resolution" required />
          </label>
        </Confirm>
      )}
    </div>
  )
}
