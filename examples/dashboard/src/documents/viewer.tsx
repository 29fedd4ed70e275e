import { useTimeFormat } from '../format.js'
import { Modal } from '../parts/modal.js'
import { sizeText } from '../queue/entry.js'
import { API_URL } from '../session.js'
import { type DocumentTile, isPicture } from './document-tile.js'
import { Picture } from './picture.js'
import { useRemoveFiles } from './remove-files.js'

interface Props {
  readonly documents: readonly DocumentTile[]
  readonly index: number
  readonly canRemove: boolean
  readonly onShow: (index: number) => void
  readonly onClose: () => void
  /** Draws on the picture; undefined if the record takes no more files. */
  readonly onMark?: ((document: DocumentTile) => void) | undefined
}

/** A document in the whole window, with the ones before and after it. */
export function Viewer({ documents, index, canRemove, onShow, onClose, onMark }: Props) {
  const { time } = useTimeFormat()
  const document = documents[index]
  if (!document) return null
  const { name, size, createdAt, createdBy, sha256, original } = document
  const step = (by: number) => {
    if (documents[index + by]) onShow(index + by)
  }
  return (
    <Modal
      isWide
      label={name}
      onClose={onClose}
      onKey={(key) => {
        if (key === 'ArrowLeft') step(-1)
        if (key === 'ArrowRight') step(1)
      }}
    >
      <figure className="viewer">
        <Picture document={document} size="large" />
        <figcaption>
          <strong>{name}</strong>
          <span aria-live="polite">
            {index + 1} of {documents.length}
          </span>
          <span className="muted">
            {sizeText(size)}, {time(createdAt)}, {createdBy.fullName}
          </span>
          {sha256 && <code className="muted">SHA-256 {sha256}</code>}
        </figcaption>
      </figure>
      <div className="actions">
        <Step
          label="Previous"
          isOff={index === 0}
          onClick={() => {
            step(-1)
          }}
        />
        <Step
          label="Next"
          isOff={index === documents.length - 1}
          onClick={() => {
            step(1)
          }}
        />
        <a className="button" href={`${API_URL}${original}`} download={name}>
          Download
        </a>
        {onMark && isPicture(document) && (
          <button
            type="button"
            onClick={() => {
              onMark(document)
            }}
          >
            Mark
          </button>
        )}
        {canRemove && <RemoveButton document={document} onRemove={onClose} />}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Modal>
  )
}

interface StepProps {
  readonly label: string
  readonly isOff: boolean
  readonly onClick: () => void
}

/** Not `disabled`, which would take the focus away at the first and at the last document. */
const Step = ({ label, isOff, onClick }: StepProps) => (
  <button type="button" aria-disabled={isOff} onClick={onClick}>
    {label}
  </button>
)

function RemoveButton({ document, onRemove }: { document: DocumentTile; onRemove: () => void }) {
  const { remove, isBusy } = useRemoveFiles()
  const removeIt = () => {
    // The message with "Undo" is below the dialog.
    onRemove()
    return remove([document])
  }
  return (
    <button type="button" disabled={isBusy} onClick={() => void removeIt()}>
      Remove
    </button>
  )
}
