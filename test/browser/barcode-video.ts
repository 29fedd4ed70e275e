import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/*
 * A film of a barcode for the camera of Chromium, in Code 39: each character has five bars and four gaps, and three of the nine are wide.
 */

const WIDTH = 640
const HEIGHT = 480
/** The width of a narrow bar, in pixels. A wide one has twice as many. */
const NARROW = 2

/** The bars and gaps of each character, in turn; `w` is wide. */
const CODE_39: Readonly<Record<string, string>> = {
  ...{ '0': 'nnnwwnwnn', '1': 'wnnwnnnnw', '2': 'nnwwnnnnw', '3': 'wnwwnnnnn', '4': 'nnnwwnnnw' },
  ...{ '5': 'wnnwwnnnn', '6': 'nnwwwnnnn', '7': 'nnnwnnwnw', '8': 'wnnwnnwnn', '9': 'nnwwnnwnn' },
  ...{ A: 'wnnnnwnnw', B: 'nnwnnwnnw', C: 'wnwnnwnnn', D: 'nnnnwwnnw', E: 'wnnnwwnnn' },
  '*': 'nwnnwnwnn',
}

/** Which pixels of a line are dark. */
function lineOf(text: string): boolean[] {
  const line: boolean[] = []
  for (const character of `*${text}*`) {
    const widths = CODE_39[character]
    if (!widths) throw new Error(`expected a character that the film can show, got ${character}`)
    for (const [index, width] of Array.from(widths).entries()) {
      line.push(...Array<boolean>(width === 'w' ? 2 * NARROW : NARROW).fill(index % 2 === 0))
    }
    line.push(...Array<boolean>(NARROW).fill(false))
  }
  return line
}

/** A frame of 4:2:0: the brightness of each pixel, then two planes without colour. */
function frameOf(line: readonly boolean[]): Buffer {
  const frame = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128)
  frame.fill(235, 0, WIDTH * HEIGHT)
  const left = Math.floor((WIDTH - line.length) / 2)
  for (let row = HEIGHT / 4; row < (HEIGHT * 3) / 4; row += 1) {
    for (const [at, isDark] of line.entries()) if (isDark) frame[row * WIDTH + left + at] = 16
  }
  return frame
}

/** Writes a film in which the barcode is missing for a second, and then appears. Returns the arguments with which Chromium shows it as a camera. */
export async function filmBarcode(folder: string, text: string): Promise<string[]> {
  const path = join(folder, 'barcode.y4m')
  const line = lineOf(text)
  if (line.length > WIDTH) throw new Error('expected a barcode that fits into the picture')
  const frames = Array.from({ length: 30 }, (_, index) => frameOf(index < 10 ? [] : line))
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420mpeg2\n`
  const begin = Buffer.from('FRAME\n')
  await writeFile(
    path,
    Buffer.concat([Buffer.from(header), ...frames.flatMap((each) => [begin, each])]),
  )
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  ]
}

/**
 * A script for pages: Chromium has `BarcodeDetector` on phones and on macOS, not on Linux. This one reads Code 39 from the line in the middle
 * of the picture.
 */
export const DETECTOR = `window.BarcodeDetector = class {
  async detect(video) {
    const [width, height] = [video.videoWidth, video.videoHeight]
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    context.drawImage(video, 0, 0)
    const { data } = context.getImageData(0, Math.floor(height / 2), width, 1)
    const runs = []
    for (let at = 0, last; at < width; at += 1) {
      const isDark = data[at * 4] < 128
      if (isDark === last) runs[runs.length - 1] += 1
      else if (isDark || runs.length > 0) runs.push(1)
      last = isDark
    }
    const characters = new Map(${JSON.stringify(Object.entries(CODE_39))}.map(([text, widths]) => [widths, text]))
    let text = ''
    for (let at = 0; at + 9 <= runs.length; at += 10) {
      const part = runs.slice(at, at + 9)
      const limit = (Math.min(...part) + Math.max(...part)) / 2
      text += characters.get(part.map((run) => (run > limit ? 'w' : 'n')).join('')) ?? '?'
    }
    const [, rawValue] = /^\\*([^*?]+)\\*$/.exec(text) ?? []
    return rawValue ? [{ rawValue }] : []
  }
}`
