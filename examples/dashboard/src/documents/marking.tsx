import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { Modal } from '../parts/modal.js'
import { describeError } from '../parts/problem.js'
import { findFile } from '../queue/store.js'
import { API_URL } from '../session.js'
import { draw, fileOf, type Mark, pointOf, TOOLS } from './drawing.js'

interface Props {
  /** A document of the service, or a file in the queue. */
  readonly source: { readonly id: string; readonly name: string; readonly original?: string }
  readonly onSave: (file: File) => void
  readonly onClose: () => void
}

/** Draws on a copy of a picture. The original stays as it is; the copy is a file of its own. */
export function Marking({ source, onSave, onClose }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<ImageBitmap>()
  const [marks, setMarks] = useState<readonly Mark[]>([])
  const [begun, setBegun] = useState<Mark>()
  const [tool, setTool] = useState<Mark['tool']>('Arrow')
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  useEffect(() => {
    contentOf(source)
      .then((content) => createImageBitmap(content))
      .then(setPicture)
      .catch((reason: unknown) => {
        setError(describeError(reason))
      })
  }, [source])
  useEffect(() => {
    if (canvas.current && picture) draw(canvas.current, picture, begun ? [...marks, begun] : marks)
  }, [picture, marks, begun])

  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (tool === 'Text' && text.trim() === '') {
      setError('Write the text first, then touch its place.')
      return
    }
    setError('')
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = pointOf(event.currentTarget, event)
    setBegun({ tool, from, to: from, text: text.trim() })
  }
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (begun) setBegun({ ...begun, to: pointOf(event.currentTarget, event) })
  }
  const end = () => {
    if (begun) setMarks([...marks, begun])
    setBegun(undefined)
  }
  const save = async () => {
    if (!canvas.current) return
    onSave(await fileOf(canvas.current, markedName(source.name), 'image/jpeg'))
    onClose()
  }
  return (
    <Modal isWide label={`Mark ${source.name}`} onClose={onClose}>
      <div className="filters" role="group" aria-label="Tools">
        {TOOLS.map((each) => (
          <label key={each} className="check">
            <input
              type="radio"
              name="tool"
              checked={tool === each}
              onChange={() => {
                setTool(each)
              }}
            />
            {each}
          </label>
        ))}
        <label>
          Text to write
          <input
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setTool('Text')
            }}
          />
        </label>
      </div>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <canvas
        ref={canvas}
        className="drawing-area"
        role="img"
        aria-label={`${source.name} with ${marks.length} marks`}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => {
          setBegun(undefined)
        }}
      />
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={marks.length === 0}
          onClick={() => void save()}
        >
          Save as a copy
        </button>
        <button
          type="button"
          aria-disabled={marks.length === 0}
          onClick={() => {
            setMarks(marks.slice(0, -1))
          }}
        >
          Undo
        </button>
        <button type="button" onClick={onClose}>
          Back
        </button>
      </div>
    </Modal>
  )
}

async function contentOf({ id, original }: Props['source']): Promise<Blob> {
  if (original !== undefined) return (await fetch(`${API_URL}${original}`)).blob()
  const content = await findFile(id)
  if (!content) throw new Error('This browser has lost the file.')
  return content
}

/** `door.png` → `door, marked.jpg` */
const markedName = (name: string) => `${name.replace(/\.\w+$/, '')}, marked.jpg`
