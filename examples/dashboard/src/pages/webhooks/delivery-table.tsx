import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { DeliveryRowFragment } from '../../../generated/graphql.js'
import { formatNumber, useTimeFormat } from '../../format.js'
import { type Column, RecordTable } from '../../lists/record-table.js'
import { Badge } from '../../parts/badge.js'
import { useAction } from '../../parts/use-action.js'
import { linkTo, type Route } from '../../route.js'
import { DeliveryDetails } from './delivery-details.js'
import { pageOfRecord, responseOf } from './webhook-texts.js'

graphql(`
  fragment DeliveryRow on WebhookDelivery {
    id
    type
    recordId
    state
    attemptsCount
    attempts {
      at
      status
      error
      milliseconds
    }
    nextAttemptAt
    createdAt
    deliveredAt
  }
`)
const REDELIVER = graphql(`
  mutation Redeliver($id: ID!) {
    redeliver(input: { id: $id }) {
      delivery {
        ...DeliveryRow
      }
      userErrors {
        message
      }
    }
  }
`)

interface Props {
  readonly rows: readonly DeliveryRowFragment[]
  /** Whether the webhook is enabled. */
  readonly canSend: boolean
  readonly route: Route
}

/** Deliveries with their state, the last response, and what can be done with them. */
export function DeliveryTable({ rows, canSend, route }: Props) {
  const [redeliver] = useMutation(REDELIVER)
  const { run, isBusy } = useAction()
  const { time } = useTimeFormat()
  const sendAgain = (id: string) =>
    run({ send: () => redeliver({ variables: { id } }), done: 'The event is sent again.' })
  const columns: readonly Column<DeliveryRowFragment>[] = [
    {
      label: 'Event',
      text: ({ type }) => type,
      cell: ({ type, recordId }) => {
        const record = recordId === null ? undefined : pageOfRecord(type, recordId)
        return record ? <a href={linkTo(record)}>{type}</a> : type
      },
    },
    { label: 'Written', text: ({ createdAt }) => time(createdAt) },
    { label: 'State', text: ({ state }) => state, cell: ({ state }) => <Badge value={state} /> },
    { label: 'Response', text: ({ attempts }) => responseOf(attempts.at(-1)) },
    {
      label: 'Attempts',
      isNumber: true,
      text: ({ attemptsCount }) => formatNumber(attemptsCount),
    },
    {
      label: 'Next attempt',
      text: ({ state, nextAttemptAt }) => (state === 'PENDING' ? time(nextAttemptAt) : ''),
    },
    {
      label: 'Details',
      text: () => '',
      cell: (delivery) => (
        <div className="actions wrapped">
          <DeliveryDetails delivery={delivery} />
          {canSend && delivery.state !== 'PENDING' && (
            <button type="button" disabled={isBusy} onClick={() => void sendAgain(delivery.id)}>
              Send again
            </button>
          )}
        </div>
      ),
    },
  ]
  const sorting = { order: '', isDescending: false }
  return <RecordTable {...{ columns, rows, sorting, route }} />
}
