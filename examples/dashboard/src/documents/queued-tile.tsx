import type { ReactNode } from 'react'
import { DiscardButtons } from '../queue/discard-buttons.js'
import type { Entry, QueuedFile } from '../queue/entry.js'
import { useQueueState } from '../queue/use-queue.js'
import { QueuedPicture } from './local-picture.js'

interface Props {
  readonly file: QueuedFile
  readonly children?: ReactNode
}

/** A file that is not attached yet: its picture, how much of it is sent, or why it was refused. */
export function QueuedTile({ file: { id, name, sentAt, refusal }, children }: Props) {
  const { progress } = useQueueState()
  const share = progress.get(id)
  return (
    <li className="tile" data-failing={refusal !== null}>
      <QueuedPicture id={id} name={name} />
      <span className="caption">{name}</span>
      {refusal !== null && <span className="error">{refusal}</span>}
      {refusal === null && share !== undefined && (
        <progress aria-label={`${name} is sent`} max={1} value={share} />
      )}
      {refusal === null && share === undefined && (
        <span className="muted">{sentAt === null ? 'Not sent yet' : 'Sent'}</span>
      )}
      {children}
    </li>
  )
}

/** The files of entries, each with why its entry was rejected. */
export const QueuedTiles = ({ entries }: { readonly entries: readonly Entry[] }) =>
  entries.map((entry) =>
    entry.files.map((file) => (
      <QueuedTile key={file.id} file={file}>
        {entry.rejected.map(({ message }) => (
          <span key={message} className="error">
            {message}
          </span>
        ))}
        <DiscardButtons entry={entry} />
      </QueuedTile>
    )),
  )
