import { type PointerEvent, type RefObject, useEffect, useState } from 'react'
import { type Point, pointOf } from './drawing.js'

const SIZE = { width: 900, height: 300 }
const INK = '#14213d'
const PEN = 5
const BASELINE = 190

type Stroke = readonly Point[]

interface Props {
  readonly canvas: RefObject<HTMLCanvasElement | null>
  /** The name of the person, which can be written instead of drawn. */
  readonly name: string
  readonly isEmpty: boolean
  readonly onChange: (isEmpty: boolean) => void
}

/** A canvas on which a finger, a pen or a mouse signs. Without them, a button writes the name. */
export function SignaturePad({ canvas, name, isEmpty, onChange }: Props) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [written, setWritten] = useState('')
  const [isDrawing, setDrawing] = useState(false)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, strokes, written)
  }, [canvas, strokes, written])

  const add = (event: PointerEvent<HTMLCanvasElement>, last: Stroke, before: readonly Stroke[]) => {
    setStrokes([...before, [...last, pointOf(event.currentTarget, event)]])
    onChange(false)
  }
  return (
    <div className="form">
      <canvas
        ref={canvas}
        className="signature"
        role="img"
        aria-label={isEmpty ? 'The signature is empty' : 'The signature'}
        {...SIZE}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrawing(true)
          add(event, [], strokes)
        }}
        onPointerMove={(event) => {
          if (isDrawing) add(event, strokes.at(-1) ?? [], strokes.slice(0, -1))
        }}
        onPointerUp={() => {
          setDrawing(false)
        }}
        onPointerCancel={() => {
          setDrawing(false)
        }}
      />
      <div className="actions">
        <button
          type="button"
          onClick={() => {
            setStrokes([])
            setWritten('')
            onChange(true)
          }}
        >
          Clear
        </button>
        <button
          type="button"
          disabled={name.trim() === ''}
          onClick={() => {
            setStrokes([])
            setWritten(name.trim())
            onChange(false)
          }}
        >
          Write the name
        </button>
      </div>
    </div>
  )
}

/** On white, so that a page with a dark style and a printed report show it. */
function draw(canvas: HTMLCanvasElement, strokes: readonly Stroke[], written: string): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = SIZE
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  Object.assign(context, { fillStyle: INK, strokeStyle: INK, lineWidth: PEN })
  Object.assign(context, { lineCap: 'round', lineJoin: 'round', textAlign: 'center' })
  context.font = 'italic 90px cursive'
  context.fillText(written, width / 2, BASELINE, width - PEN)
  for (const [first, ...others] of strokes) {
    if (!first) continue
    context.beginPath()
    context.moveTo(first.x, first.y)
    // A touch without a move is a dot.
    for (const { x, y } of [first, ...others]) context.lineTo(x, y)
    context.stroke()
  }
}
