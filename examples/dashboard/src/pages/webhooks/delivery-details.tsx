import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { DeliveryRowFragment } from '../../../generated/graphql.js'
import { useTimeFormat } from '../../format.js'
import { Modal } from '../../parts/modal.js'
import { Loading, Problem } from '../../parts/problem.js'
import { responseOf } from './webhook-texts.js'

const BODY = graphql(`
  query DeliveryBody($id: ID!) {
    webhookDelivery(id: $id) {
      id
      body
    }
  }
`)

/** A button that shows the attempts of a delivery, and what each of them sent. */
export function DeliveryDetails({ delivery }: { delivery: DeliveryRowFragment }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
  }
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true)
        }}
      >
        Details
      </button>
      {isOpen && (
        <Modal isWide label={`Delivery of ${delivery.type}`} onClose={close}>
          <h2>{delivery.type}</h2>
          <Content {...delivery} />
          <div className="actions">
            <button type="button" className="primary" onClick={close}>
              Close
            </button>
          </div>
        </Modal>
      )}
    </>
  )
}

function Content({ id, attempts, attemptsCount }: DeliveryRowFragment) {
  const { data, error, refetch } = useQuery(BODY, { variables: { id } })
  const { time } = useTimeFormat()
  return (
    <>
      <p>
        <code>webhook-id: {id}</code>
      </p>
      {attemptsCount === 0 && <p>There was no attempt yet.</p>}
      {attemptsCount > attempts.length && <p>The last {attempts.length} attempts:</p>}
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            {time(attempt.at)}: {responseOf(attempt)}
          </li>
        ))}
      </ol>
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data?.webhookDelivery && <pre>{indented(data.webhookDelivery.body)}</pre>}
    </>
  )
}

const indented = (body: string) => JSON.stringify(JSON.parse(body), null, 2)
