export const TOOLS = ['Arrow', 'Line', 'Rectangle', 'Text'] as const

export interface Point {
  readonly x: number
  readonly y: number
}

/** What is drawn on a picture, in its pixels. */
export interface Mark {
  readonly tool: (typeof TOOLS)[number]
  readonly from: Point
  readonly to: Point
  readonly text: string
}

const RED = '#d60000'
/** Around the red, so that it is seen on any picture. */
const WHITE = '#ffffff'
/** The longer side of a marked copy. The original keeps all of its pixels. */
const MAX_SIDE = 2400
const LINES_IN_PICTURE = 160
const TEXT_LINES = 5
const HEAD_LINES = 6
const HEAD_ANGLE = Math.PI / 7

/** Draws the picture, rotated as its camera was held, and all marks. */
export function draw(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  marks: readonly Mark[],
): void {
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return
  context.drawImage(picture, 0, 0, width, height)
  const line = Math.max(width, height) / LINES_IN_PICTURE
  Object.assign(context, { lineCap: 'round', lineJoin: 'round' })
  context.font = `bold ${line * TEXT_LINES}px sans-serif`
  for (const mark of marks) {
    for (const [color, thickness] of [
      [WHITE, 2 * line],
      [RED, line],
    ] as const) {
      Object.assign(context, { strokeStyle: color, lineWidth: thickness, fillStyle: RED })
      trace(context, mark, line)
    }
  }
}

function trace(context: CanvasRenderingContext2D, { tool, from, to, text }: Mark, line: number) {
  if (tool === 'Text') {
    context.lineWidth /= 2
    context.strokeText(text, from.x, from.y)
    context.fillText(text, from.x, from.y)
    return
  }
  context.beginPath()
  if (tool === 'Rectangle') context.rect(from.x, from.y, to.x - from.x, to.y - from.y)
  else {
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
  }
  if (tool === 'Arrow') traceHead(context, from, to, line * HEAD_LINES)
  context.stroke()
}

function traceHead(context: CanvasRenderingContext2D, from: Point, to: Point, length: number) {
  const direction = Math.atan2(to.y - from.y, to.x - from.x)
  for (const turn of [-HEAD_ANGLE, HEAD_ANGLE]) {
    context.moveTo(to.x, to.y)
    context.lineTo(
      to.x - length * Math.cos(direction + turn),
      to.y - length * Math.sin(direction + turn),
    )
  }
}

/** The place of a pointer in the pixels of the canvas, which the page may show smaller. */
export function pointOf(
  canvas: HTMLCanvasElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  return {
    x: ((clientX - left) * canvas.width) / width,
    y: ((clientY - top) * canvas.height) / height,
  }
}

/** The content of a canvas as a file. */
export const fileOf = (canvas: HTMLCanvasElement, name: string, type: string): Promise<File> =>
  new Promise((resolve, reject) => {
    const keep = (content: Blob | null) => {
      if (content) resolve(new File([content], name, { type }))
      else reject(new Error('The browser cannot save the drawing.'))
    }
    canvas.toBlob(keep, type, 0.9)
  })
