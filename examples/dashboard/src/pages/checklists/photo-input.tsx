import { useState } from 'react'
import { AddFiles } from '../../documents/add-files.js'
import { Marking } from '../../documents/marking.js'
import { QueuedTile } from '../../documents/queued-tile.js'
import type { QueuedFile } from '../../queue/entry.js'

/** Keeps the photographs of a form, which are sent while the user answers. */
export interface Photographs {
  readonly files: readonly QueuedFile[]
  /** Resolves to the ids of the files. */
  readonly add: (files: readonly File[]) => Promise<readonly string[]>
  readonly remove: (id: string) => void
}

interface Props {
  readonly photographs: Photographs | undefined
  readonly photoIds: readonly string[]
  readonly isRequired: boolean
  /** How many a question for photographs needs; null: not stated. */
  readonly atLeast: number | null
  /** A function, because the user may answer while a photograph is stored. */
  readonly onChange: (change: (before: readonly string[]) => readonly string[]) => void
}

/** The photographs of an answer. */
export function PhotoInput({ photographs, photoIds, isRequired, atLeast, onChange }: Props) {
  const [marked, setMarked] = useState<QueuedFile>()
  const add = (files: readonly File[]) => {
    photographs
      ?.add(files)
      .then((ids) => {
        onChange((before) => [...before, ...ids])
      })
      .catch(console.error)
  }
  const shown = photographs?.files.filter(({ id }) => photoIds.includes(id)) ?? []
  return (
    <div className="photographs">
      {isRequired && <p>A photograph is required because the answer fails.</p>}
      {atLeast !== null && <p className="muted">At least {atLeast}.</p>}
      <ul className="gallery">
        {shown.map((file) => (
          <QueuedTile key={file.id} file={file}>
            <span className="actions">
              <button
                type="button"
                onClick={() => {
                  setMarked(file)
                }}
              >
                Mark<span className="hidden"> {file.name}</span>
              </button>
              <button
                type="button"
                onClick={() => {
                  photographs?.remove(file.id)
                  onChange((before) => before.filter((id) => id !== file.id))
                }}
              >
                Remove<span className="hidden"> {file.name}</span>
              </button>
            </span>
          </QueuedTile>
        ))}
      </ul>
      {photographs ? (
        <AddFiles onlyPictures onAdd={add} />
      ) : (
        <p className="muted">Here the inspector takes photographs.</p>
      )}
      {marked && (
        <Marking
          source={marked}
          onClose={() => {
            setMarked(undefined)
          }}
          onSave={(file) => {
            add([file])
          }}
        />
      )}
    </div>
  )
}
