import { useMutation } from '@apollo/client/react'
import { useContext } from 'react'
import { graphql } from '../../../generated/index.js'
import { TimeZoneContext } from '../../format.js'
import { endOfDay, startOfDay } from '../../lists/filters.js'
import { Confirm } from '../../parts/confirm.js'
import { Field } from '../../parts/field.js'
import { useAction } from '../../parts/use-action.js'

const REPLAY = graphql(`
  mutation ReplayWebhook($id: ID!, $from: DateTime!, $to: DateTime) {
    replayWebhook(input: { id: $id, from: $from, to: $to }) {
      count
      userErrors {
        message
      }
    }
  }
`)

/** Sends the events of some days again. */
export function ReplayEvents({ id }: { id: string }) {
  const timeZone = useContext(TimeZoneContext)
  const { run, isBusy } = useAction()
  const [replay] = useMutation(REPLAY)
  const replayNow = (values: FormData) => {
    const [first, last] = [values.get('from') as string, values.get('to') as string]
    const from = first ? startOfDay(first, timeZone) : new Date(0).toISOString()
    const to = last ? endOfDay(last, timeZone) : null
    return run({
      send: () => replay({ variables: { id, from, to } }),
      done: 'The events are sent again.',
    })
  }
  return (
    <Confirm
      label="Send events again"
      question="The receiver gets all events of these days that are not pending once more, with the same ids."
      isBusy={isBusy}
      onConfirm={replayNow}
    >
      <div className="row">
        <Field
          label="First day (empty: 30 days ago)"
          name="from"
          type="date"
          value=""
          error={undefined}
        />
        <Field label="Last day (empty: today)" name="to" type="date" value="" error={undefined} />
      </div>
    </Confirm>
  )
}
