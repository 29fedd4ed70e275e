/*
 * A HEIC file consists of boxes: a length of four bytes, a type of four characters, and the content. The box `ispe` has the width and the
 * height of an image. A photograph is usually a grid of tiles: each tile and the photograph have a box of their own.
 */

const PATH = ['meta', 'iprp', 'ipco'] as const

/** The bytes between the head of a box and its first child. */
const SKIPPED: Readonly<Record<string, number>> = { meta: 4 }

/** The size of the largest image in a HEIC file, from its beginning. Reads each box at most once. */
export function heicSize(head: Buffer): { width: number; height: number } | undefined {
  let content = head
  for (const type of PATH) {
    const found = boxesIn(content).find((box) => box.type === type)
    if (!found) return undefined
    content = found.content.subarray(SKIPPED[type] ?? 0)
  }
  let largest: { width: number; height: number } | undefined
  let isTurned = false
  for (const { type, content: box } of boxesIn(content)) {
    if (type === 'irot' && box.length > 0) isTurned = (box.readUInt8(0) & 1) === 1
    if (type !== 'ispe' || box.length < 12) continue
    const [width, height] = [box.readUInt32BE(4), box.readUInt32BE(8)]
    if (!largest || width * height > largest.width * largest.height) largest = { width, height }
  }
  if (!largest || !isTurned) return largest
  return { width: largest.height, height: largest.width }
}

interface Box {
  readonly type: string
  readonly content: Buffer
}

function boxesIn(content: Buffer): Box[] {
  const boxes: Box[] = []
  let at = 0
  while (at + 8 <= content.length) {
    const length = content.readUInt32BE(at) || content.length - at
    // The length 1 is followed by one of eight bytes, in boxes of at least 4 GB: not in a header.
    if (length < 8) break
    boxes.push({
      type: content.toString('latin1', at + 4, at + 8),
      content: content.subarray(at + 8, at + length),
    })
    at += length
  }
  return boxes
}
