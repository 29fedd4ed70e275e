import { QueuedTile } from '../documents/queued-tile.js'
import { useTimeFormat } from '../format.js'
import { linkTo } from '../route.js'
import { DiscardButtons } from './discard-buttons.js'
import { type Entry, isRefused } from './entry.js'
import { useQueue, useQueueState } from './use-queue.js'

/** What this browser has not sent yet: each entry with its files, and what the service has refused. */
export function QueuePage() {
  const queue = useQueue()
  const { entries, isWaiting } = useQueueState()
  return (
    <>
      <title>Not sent yet · Field inspections</title>
      <div className="heading">
        <h1>Not sent yet</h1>
        {isWaiting && (
          <button type="button" onClick={queue.goOn}>
            Send now
          </button>
        )}
      </div>
      <p className="muted">
        Photographs, files and inspections stay in this browser until the service has them. They are
        sent while this page is open, also after it was loaded again.
      </p>
      {entries.length === 0 && <p className="empty">Everything is sent.</p>}
      <ul className="queue">
        {entries.map((entry) => (
          <Row key={entry.key} entry={entry} />
        ))}
      </ul>
    </>
  )
}

function Row({ entry }: { entry: Entry }) {
  const { time } = useTimeFormat()
  const { place, title, files, isDraft, rejected, submittedAt } = entry
  const since = time(new Date(submittedAt).toISOString())
  return (
    <li className="panel" data-failing={isRefused(entry)}>
      <h2>
        <a href={linkTo(place)}>{title}</a>
      </h2>
      <p className="muted">{isDraft ? `A form that is not submitted, of ${since}` : since}</p>
      {rejected.map(({ message }) => (
        <p key={message} className="error">
          {message}
        </p>
      ))}
      <ul className="gallery">
        {files.map((file) => (
          <QueuedTile key={file.id} file={file} />
        ))}
      </ul>
      <DiscardButtons entry={entry} />
    </li>
  )
}
