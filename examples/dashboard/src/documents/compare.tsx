import { useState } from 'react'
import { useTimeFormat } from '../format.js'
import { Modal } from '../parts/modal.js'
import { type DocumentTile, isPicture } from './document-tile.js'
import { Picture } from './picture.js'

interface Props {
  /** In any order. The first and the last one by time are shown, until the user chooses others. */
  readonly documents: readonly DocumentTile[]
}

const HALF = 50

/** A button that lays two pictures over each other: a slider shows more of the one or of the other. */
export function Compare({ documents }: Props) {
  const [isOpen, setOpen] = useState(false)
  const pictures = documents
    .filter(isPicture)
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  if (pictures.length < 2) return null
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true)
        }}
      >
        Compare before and after
      </button>
      {isOpen && (
        <Comparison
          pictures={pictures}
          onClose={() => {
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

interface ComparisonProps {
  readonly pictures: readonly DocumentTile[]
  readonly onClose: () => void
}

function Comparison({ pictures, onClose }: ComparisonProps) {
  const [ids, setIds] = useState({ Before: pictures[0]?.id, After: pictures.at(-1)?.id })
  const [share, setShare] = useState(HALF)
  const [before, after] = [ids.Before, ids.After].map((id) =>
    pictures.find((each) => each.id === id),
  )
  if (!before || !after) return null
  return (
    <Modal isWide label="Before and after" onClose={onClose}>
      <div className="row">
        {(['Before', 'After'] as const).map((side) => (
          <PictureSelect
            key={side}
            label={side}
            pictures={pictures}
            value={ids[side] ?? ''}
            onChange={(id) => {
              setIds({ ...ids, [side]: id })
            }}
          />
        ))}
      </div>
      <div className="comparison">
        <Picture document={before} size="large" alt={`Before: ${before.name}`} />
        <div style={{ clipPath: `inset(0 0 0 ${share}%)` }}>
          <Picture document={after} size="large" alt={`After: ${after.name}`} />
        </div>
        <span className="divider" style={{ left: `${share}%` }} />
      </div>
      <label>
        How much of “before” is shown
        <input
          type="range"
          min="0"
          max="100"
          value={share}
          onChange={({ target }) => {
            setShare(Number(target.value))
          }}
        />
      </label>
      <div className="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Modal>
  )
}

interface SelectProps {
  readonly label: string
  readonly pictures: readonly DocumentTile[]
  readonly value: string
  readonly onChange: (id: string) => void
}

function PictureSelect({ label, pictures, value, onChange }: SelectProps) {
  const { time } = useTimeFormat()
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={({ target }) => {
          onChange(target.value)
        }}
      >
        {pictures.map(({ id, name, createdAt }) => (
          <option key={id} value={id}>
            {time(createdAt)}: {name}
          </option>
        ))}
      </select>
    </label>
  )
}
