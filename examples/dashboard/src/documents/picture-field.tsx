import { useQueueState } from '../queue/use-queue.js'
import { API_URL } from '../session.js'
import { AddFiles } from './add-files.js'
import { QueuedTiles } from './queued-tile.js'
import { type Attachment, useAttach } from './use-attach.js'

interface Props extends Attachment {
  readonly heading: string
  readonly url: string | null
  readonly canChange: boolean
}

/** The picture of a user, or the logo of a client or the company. */
export function PictureField({ heading, url, canChange, ...attachment }: Props) {
  const attach = useAttach(attachment)
  const { entries } = useQueueState()
  const queued = entries.filter(
    ({ action, place, files, input }) =>
      action === attachment.action &&
      place === attachment.place &&
      !('documentIds' in input) &&
      files.length > 0,
  )
  return (
    <section className="panel" aria-label={heading}>
      <h2>{heading}</h2>
      {url ? (
        <img className="picture-field" src={`${API_URL}${url}`} alt={heading} />
      ) : (
        <p className="empty">There is none.</p>
      )}
      <ul className="gallery">
        <QueuedTiles entries={queued} />
      </ul>
      {canChange && <AddFiles onlyPictures isSingle onAdd={attach} />}
    </section>
  )
}
