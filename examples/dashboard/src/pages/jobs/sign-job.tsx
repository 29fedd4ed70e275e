import { type SyntheticEvent, useRef, useState } from 'react'
import { fileOf } from '../../documents/drawing.js'
import { SignaturePad } from '../../documents/signature-pad.js'
import { Modal } from '../../parts/modal.js'

interface Props {
  readonly number: number
  /** Gets the drawing and the name. */
  readonly onSign: (drawing: File, name: string) => unknown
  readonly onClose: () => void
}

/** A dialog in which a person signs that a job is completed. */
export function SignJob({ number, onSign, onClose }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [name, setName] = useState('')
  const [isEmpty, setEmpty] = useState(true)
  const [error, setError] = useState('')

  const sign = async () => {
    if (isEmpty || !canvas.current) {
      setError('Please sign in the white field.')
      return
    }
    const drawing = await fileOf(canvas.current, `signature of job ${number}.png`, 'image/png')
    onClose()
    void onSign(drawing, name)
  }
  return (
    <Modal label="Complete" onClose={onClose}>
      <form
        onSubmit={(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
          event.preventDefault()
          void sign()
        }}
      >
        <p>A completed job cannot be opened again. Complete job {number}?</p>
        <label>
          Signed by
          <input
            required
            value={name}
            onChange={({ target }) => {
              setName(target.value)
            }}
          />
        </label>
        <SignaturePad canvas={canvas} name={name} isEmpty={isEmpty} onChange={setEmpty} />
        {error && isEmpty && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <div className="actions">
          <button className="primary">Complete</button>
          <button type="button" onClick={onClose}>
            Back
          </button>
        </div>
      </form>
    </Modal>
  )
}
