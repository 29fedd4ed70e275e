import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { follow, type Listener } from '../../examples/clients/follow.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Follows changes through streams that the test sends events to. */
function follower() {
  const streams: (Listener & { after: string | undefined; isClosed: boolean })[] = []
  const lives: boolean[] = []
  const onResync = vi.fn()
  const stop = follow({
    open: (after, listener) => {
      const stream = { ...listener, after, isClosed: false }
      streams.push(stream)
      return () => {
        stream.isClosed = true
        // As clients do that report the end of a stream that they have closed.
        listener.onEnd()
      }
    },
    onResync,
    onLive: (isLive) => lives.push(isLive),
  })
  return { streams, lives, onResync, stop }
}

it('opens another stream after the newest cursor if one is silent for a minute', () => {
  const { streams, lives, stop } = follower()
  streams[0]!.onCursor('1')
  vi.advanceTimersByTime(50_000)
  streams[0]!.onCursor('2')
  vi.advanceTimersByTime(59_000)
  expect(streams).toHaveLength(1)
  vi.advanceTimersByTime(2000)
  expect(streams.map(({ after, isClosed }) => [after, isClosed])).toEqual([
    [undefined, true],
    ['2', false],
  ])
  expect(lives).toEqual([true, true, false])
  streams[0]!.onCursor('1')
  streams[0]!.onEnd('RESYNC')
  vi.advanceTimersByTime(50_000)
  stop()
  vi.advanceTimersByTime(500_000)
  expect(streams).toHaveLength(2)
})

it('waits longer after each failure, and begins without a cursor after RESYNC', () => {
  const { streams } = follower()
  streams[0]!.onCursor('1')
  streams[0]!.onEnd()
  vi.advanceTimersByTime(500)
  streams[1]!.onEnd()
  vi.advanceTimersByTime(999)
  expect(streams).toHaveLength(2)
  vi.advanceTimersByTime(1)
  streams[2]!.onEnd('RESYNC')
  vi.advanceTimersByTime(2000)
  expect(streams.map(({ after }) => after)).toEqual([undefined, '1', '1', undefined])
})

it.each([
  ['after RESYNC', ['1'], 'RESYNC'],
  ['after a stream that ended before its first event', [], undefined],
])('reads everything again %s, as soon as the next stream has begun', (_, cursors, code) => {
  const { streams, onResync } = follower()
  for (const cursor of cursors) streams[0]!.onCursor(cursor)
  streams[0]!.onEnd(code)
  vi.advanceTimersByTime(500)
  streams[1]!.onEnd()
  vi.advanceTimersByTime(1000)
  expect(onResync).not.toHaveBeenCalled()
  streams[2]!.onCursor('2')
  streams[2]!.onCursor('3')
  expect(onResync).toHaveBeenCalledTimes(1)
  streams[2]!.onEnd()
  vi.advanceTimersByTime(500)
  streams[3]!.onCursor('4')
  expect(onResync).toHaveBeenCalledTimes(1)
})
