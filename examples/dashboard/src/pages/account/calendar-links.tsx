import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { CopyText } from '../../parts/copy-text.js'
import { useAction } from '../../parts/use-action.js'

const CREATE_LINK = graphql(`
  mutation CreateCalendarLink {
    createCalendarLink(input: {}) {
      path
      calendarLink {
        uuid
      }
      userErrors {
        field
        message
      }
    }
  }
`)

const REVOKE_LINK = graphql(`
  mutation RevokeCalendarLink($id: ID!) {
    revokeCalendarLink(input: { id: $id }) {
      calendarLink {
        uuid
        revokedAt
      }
      userErrors {
        field
        message
      }
    }
  }
`)

interface CalendarLink {
  readonly uuid: string
  readonly siteName?: string | null
  readonly createdAt: string
}

/** The links to calendars of the user's jobs. A link is shown once: the service stores only a hash. */
export function CalendarLinks({ links }: { links: readonly CalendarLink[] }) {
  const [create, { data }] = useMutation(CREATE_LINK)
  const [revoke] = useMutation(REVOKE_LINK)
  const { run, isBusy } = useAction()
  const revokeLink = (id: string) =>
    run({ send: () => revoke({ variables: { id } }), done: 'The link does not work any more.' })
  const createLink = () =>
    run({
      send: () => create(),
      done: 'The link is made.',
      undo: ({ createCalendarLink }) => revokeLink(createCalendarLink?.calendarLink?.uuid ?? ''),
    })
  const made = data?.createCalendarLink
  const isShown = links.some(({ uuid }) => uuid === made?.calendarLink?.uuid)
  return (
    <section className="panel form" aria-labelledby="calendars">
      <h2 id="calendars">Your jobs in your calendar</h2>
      <p>A calendar program subscribes to a secret link. Whoever has the link sees your jobs.</p>
      {made?.path && isShown && (
        <>
          <p role="status">Copy the link now: it cannot be shown again.</p>
          <CopyText label="The link" text={new URL(made.path, location.href).href} />
        </>
      )}
      <ul>
        {links.map(({ uuid, siteName, createdAt }) => (
          <li key={uuid}>
            {siteName ?? 'My jobs'}, since {new Date(createdAt).toLocaleDateString()}{' '}
            <button type="button" disabled={isBusy} onClick={() => void revokeLink(uuid)}>
              Revoke
            </button>
          </li>
        ))}
      </ul>
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={isBusy}
          onClick={() => void createLink()}
        >
          New link
        </button>
      </div>
    </section>
  )
}
