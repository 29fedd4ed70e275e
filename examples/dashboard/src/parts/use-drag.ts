import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** How long a finger rests on an element before it drags the element, in milliseconds. A finger that moves earlier scrolls. */
const HOLD_MS = 300

/** A finger that rests moves by less than this, in pixels. */
const REST = 8

/** Where the pointer is, and how far it has moved to the right, in pixels. */
export type Pointer = Readonly<Record<'x' | 'y' | 'movedX', number>>

interface Options {
  readonly canDrag: boolean
  readonly onDrag: (pointer: Pointer) => void
  readonly onDrop: (pointer: Pointer) => void
  readonly onCancel: () => void
}

/** Returns the properties of an element that the mouse drags immediately, and a finger after it has rested on the element. */
export function useDrag(element: RefObject<HTMLElement | null>, options: Options) {
  const { canDrag, onDrag, onDrop, onCancel } = options
  const start = useRef<{ x: number; y: number; isHeld: boolean }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = () => {
    clearTimeout(timer.current)
    const ended = start.current
    start.current = undefined
    return ended
  }
  const stopScrolling = useEffectEvent((event: Event) => {
    if (start.current?.isHeld) event.preventDefault()
  })
  useEffect(() => {
    const target = element.current
    // React's listeners are passive: they cannot stop the browser from scrolling.
    target?.addEventListener('touchmove', stopScrolling, { passive: false })
    return () => {
      clearTimeout(timer.current)
      target?.removeEventListener('touchmove', stopScrolling)
    }
  }, [element])
  return {
    onPointerDown: (event: PointerEvent) => {
      if (!canDrag || !event.isPrimary || event.button !== 0) return
      const { clientX: x, clientY: y, pointerType, pointerId } = event
      const begun = { x, y, isHeld: pointerType === 'mouse' }
      start.current = begun
      if (begun.isHeld) event.currentTarget.setPointerCapture(pointerId)
      else
        timer.current = setTimeout(() => {
          begun.isHeld = true
          onDrag({ x, y, movedX: 0 })
        }, HOLD_MS)
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!start.current) return
      const movedX = x - start.current.x
      if (start.current.isHeld) onDrag({ x, y, movedX })
      else if (Math.hypot(movedX, y - start.current.y) > REST) end()
    },
    onPointerUp: ({ clientX: x, clientY: y }: PointerEvent) => {
      const ended = end()
      if (ended?.isHeld) onDrop({ x, y, movedX: x - ended.x })
    },
    onPointerCancel: () => {
      end()
      onCancel()
    },
    // What a browser opens for a finger that rests.
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (start.current) event.preventDefault()
    },
  }
}
