/** The measures of a page, in points: A4. */
export const PAGE = { width: 595.28, height: 841.89, left: 50, right: 50, top: 68, bottom: 62 }

export const CONTENT_WIDTH = PAGE.width - PAGE.left - PAGE.right

/** The contrast of each with white is at least 4.5, except those of lines and backgrounds. */
export const COLOURS = {
  ink: '#1d2b2c',
  grey: '#5a6a6b',
  accent: '#0b6e75',
  passed: '#19703f',
  failed: '#b3261e',
  line: '#ccd8d8',
  tint: '#f1f6f6',
  failedTint: '#fdf1f0',
  white: '#ffffff',
} as const

export interface TextStyle {
  readonly size: number
  readonly bold?: boolean
  readonly mono?: boolean
  readonly colour?: string
  /** Whether the text ends at the right of its box. */
  readonly alignRight?: boolean
}

export const STYLES = {
  title: { size: 26, bold: true },
  subtitle: { size: 13, colour: COLOURS.grey },
  heading: { size: 15, bold: true, colour: COLOURS.accent },
  subheading: { size: 11.5, bold: true },
  body: { size: 9.5 },
  strong: { size: 9.5, bold: true },
  label: { size: 8, colour: COLOURS.grey },
  small: { size: 8, colour: COLOURS.grey },
  hash: { size: 7, mono: true, colour: COLOURS.grey },
} as const satisfies Record<string, TextStyle>

/** The height of a line, as a multiple of the font size. */
export const LINE_HEIGHT = 1.36
