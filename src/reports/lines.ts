import { type FontName, fontsFor } from './fonts.js'
import type { TextStyle } from './style.js'

/** A part of a line that has one font. */
export interface Run {
  readonly font: FontName
  readonly text: string
  readonly width: number
}

export interface Line {
  readonly runs: readonly Run[]
  readonly width: number
}

/** What is known of the fonts of a document. */
export interface Glyphs {
  has(font: FontName, codePoint: number): boolean
  width(font: FontName, size: number, text: string): number
  /** The runs of the words so far, by style: most words of a report are in many of its lines. */
  readonly words: Map<string, readonly Run[]>
}

/** Shown in place of a letter that no font has. PDF/A forbids the glyph for missing letters. */
const REPLACEMENT = '\u{fffd}'

/** Invisible characters that change the direction of text or join letters, and line breaks other than `\n`. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\u{fe0f}]|(?!\n)\p{Cc}/gu

/** Breaks a text into lines of at most this width. A word that is wider is broken, too. */
export function linesOf(glyphs: Glyphs, text: string, style: TextStyle, width: number): Line[] {
  return text
    .replaceAll('\t', ' ')
    .replaceAll(INVISIBLE, '')
    .split('\n')
    .flatMap((paragraph) => linesOfParagraph(glyphs, paragraph, style, width))
}

function linesOfParagraph(glyphs: Glyphs, text: string, style: TextStyle, width: number): Line[] {
  const lines: Line[] = []
  let current = new LineBuilder()
  const end = () => {
    lines.push(current.line())
    current = new LineBuilder()
  }
  for (const word of text.match(/ +|[^ ]+/g) ?? []) {
    const isSpace = word.startsWith(' ')
    if (isSpace && current.isEmpty && lines.length > 0) continue
    const runs = runsOf(glyphs, word, style)
    const wordWidth = sum(runs)
    if (current.width + wordWidth <= width) {
      current.add(runs)
      continue
    }
    if (!current.isEmpty) end()
    if (isSpace) continue
    if (wordWidth <= width) {
      current.add(runs)
      continue
    }
    for (const letter of word) {
      const one = runsOf(glyphs, letter, style)
      if (!current.isEmpty && current.width + sum(one) > width) end()
      current.add(one)
    }
  }
  end()
  return lines
}

class LineBuilder {
  width = 0
  private readonly runs: Run[] = []

  get isEmpty(): boolean {
    return this.runs.length === 0
  }

  /** Joins runs of the same font, so that a reader selects whole words. */
  add(more: readonly Run[]): void {
    for (const run of more) {
      this.width += run.width
      const last = this.runs.at(-1)
      if (last?.font !== run.font) this.runs.push(run)
      else {
        const text = last.text + run.text
        this.runs[this.runs.length - 1] = { ...last, text, width: last.width + run.width }
      }
    }
  }

  line(): Line {
    return { runs: this.runs, width: this.width }
  }
}

const sum = (runs: readonly Run[]) => runs.reduce((total, { width }) => total + width, 0)

/** Divides a word into runs. */
function runsOf(glyphs: Glyphs, word: string, style: TextStyle): readonly Run[] {
  const { size, bold = false, mono = false } = style
  const key = `${size} ${bold} ${mono} ${word}`
  let runs = glyphs.words.get(key)
  if (!runs) glyphs.words.set(key, (runs = measuredRuns(glyphs, word, style)))
  return runs
}

/** Each letter has the first font that has it. */
function measuredRuns(glyphs: Glyphs, word: string, style: TextStyle): Run[] {
  const fonts = fontsFor(style)
  const parts: { font: FontName; text: string }[] = []
  for (const letter of word) {
    const codePoint = letter.codePointAt(0) ?? 0
    const font = fonts.find((each) => glyphs.has(each, codePoint))
    const part = font ? { font, text: letter } : { font: 'symbols' as const, text: REPLACEMENT }
    const last = parts.at(-1)
    if (last?.font === part.font) last.text += part.text
    else parts.push(part)
  }
  return parts.map((part) => ({ ...part, width: glyphs.width(part.font, style.size, part.text) }))
}
