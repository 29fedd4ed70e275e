import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { DocumentTile } from './document-tile.js'
import { Marking } from './marking.js'
import { Picture } from './picture.js'
import { Viewer } from './viewer.js'

interface Props {
  readonly documents: readonly DocumentTile[]
  readonly canRemove: boolean
  /** Adds a marked copy of a picture; undefined if the record takes no more files. */
  readonly onAdd?: ((files: readonly File[]) => void) | undefined
  /** Tiles of files that are not sent yet. */
  readonly children?: ReactNode
}

/** A grid of documents. A click shows one in the whole window; the arrow keys move between them. */
export function Gallery({ documents, canRemove, onAdd, children }: Props) {
  const [shown, setShown] = useState<number>()
  const [marked, setMarked] = useState<DocumentTile>()
  return (
    <>
      <ul className="gallery" onKeyDown={moveFocus}>
        {documents.map((document, index) => (
          <li key={document.id}>
            <button
              type="button"
              className="tile"
              onClick={() => {
                setShown(index)
              }}
            >
              <Picture document={document} size="thumbnail" alt="" />
              <span className="caption">{document.name}</span>
            </button>
          </li>
        ))}
        {children}
      </ul>
      {shown !== undefined && (
        <Viewer
          {...{ documents, canRemove }}
          index={shown}
          onShow={setShown}
          onClose={() => {
            setShown(undefined)
          }}
          onMark={
            onAdd &&
            ((document) => {
              setShown(undefined)
              setMarked(document)
            })
          }
        />
      )}
      {marked && (
        <Marking
          source={marked}
          onClose={() => {
            setMarked(undefined)
          }}
          onSave={(file) => onAdd?.([file])}
        />
      )}
    </>
  )
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button.tile')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (step === undefined || at < 0) return
  event.preventDefault()
  buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus()
}
