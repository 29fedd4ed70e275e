import { flushSync } from 'react-dom'

interface Props {
  /** The id of the element that has the buttons: it gets the focus if the buttons are new. */
  readonly id: string
  /** What is moved: `Question 3`. */
  readonly name: string
  readonly canMove: (step: number) => boolean
  readonly onMove: (step: number) => void
  readonly onRemove: () => void
}

const STEPS = [
  [-1, '↑', 'up'],
  [1, '↓', 'down'],
] as const

/** Buttons that move a question or a section, and remove it. A button keeps the focus while it moves. */
export const MoveButtons = ({ id, name, canMove, onMove, onRemove }: Props) => (
  <div className="move">
    {STEPS.map(([step, arrow, direction]) => (
      <button
        key={direction}
        id={`${id}-${direction}`}
        type="button"
        // Not `disabled`: the button would lose the focus.
        aria-disabled={!canMove(step)}
        aria-label={`${name}: move ${direction}`}
        onClick={() => {
          if (canMove(step))
            keepFocus(() => {
              onMove(step)
            })
        }}
      >
        {arrow}
      </button>
    ))}
    <button type="button" aria-label={`${name}: remove`} onClick={onRemove}>
      ×
    </button>
  </div>
)

/** Changes the page. A browser takes the focus from an element that is moved; this gives it back. */
export function keepFocus(change: () => void): void {
  const focused = document.activeElement
  flushSync(change)
  // In another section, the elements are new, with the same ids.
  const element = focused?.isConnected ? focused : document.getElementById(focused?.id ?? '')
  if (element instanceof HTMLElement) element.focus()
}
