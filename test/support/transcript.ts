/** A fenced code block of a Markdown page. */
export interface Block {
  readonly language: string
  /** What follows the language in the opening fence. */
  readonly note: string
  readonly text: string
  /** The line of its opening fence, from 1. */
  readonly line: number
}

/** The fenced code blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const fence = /^```(\w+)(?: (.*))?\n([\s\S]*?)^```$/gm
  return [...page.matchAll(fence)].map(([, language = '', note = '', text = ''], index, all) => ({
    language,
    note,
    text,
    line: page.slice(0, all[index]?.index).split('\n').length,
  }))
}

/** A picture of a page. */
interface Picture {
  /** Its name, without the extension. */
  readonly picture: string
  readonly line: number
}

export type Step = Block | Picture

/** The blocks of a page, and its pictures in `folder`, in order. */
export function stepsOf(page: string, folder: string): readonly Step[] {
  const pictures = page.split('\n').flatMap((text, index) => {
    const [, picture] = new RegExp(`\\]\\(${folder}/(\\w+)\\.png\\)`).exec(text) ?? []
    return picture === undefined ? [] : [{ picture, line: index + 1 }]
  })
  return [...blocksOf(page), ...pictures].sort((one, other) => one.line - other.line)
}

/** The values of the names in angle brackets: `<site>`. */
export class Placeholders {
  private readonly values = new Map<string, string | number>()

  /** The same values. What is added to the copy is not in the original. */
  copy(): Placeholders {
    const copy = new Placeholders()
    for (const [name, value] of this.values) copy.set(name, value)
    return copy
  }

  set(name: string, value: string | number): void {
    this.values.set(name, value)
  }

  /** The value of a name. Throws if it has none. */
  get(name: string): string | number {
    const value = this.values.get(name)
    if (value === undefined) throw new Error(`expected a value of <${name}>`)
    return value
  }

  /** The text with values in place of names. */
  fill(text: string): string {
    return text.replaceAll(/<([a-z-]+)>/g, (whole, name: string) =>
      String(this.values.get(name) ?? whole),
    )
  }

  /**
   * Compares what a command has printed with the expected text, line by line. `…` in it stands for anything. A name that
   * has no value yet gets what is in its place, without white space.
   */
  match(expected: string, printed: string): void {
    const fresh: string[] = []
    const patternOf = (part: string) => {
      const [, name] = /^<([a-z-]+)>$/.exec(part) ?? []
      if (part === '…') return '[^]*'
      if (name === undefined) return escaped(part)
      if (fresh.includes(name)) return `\\k<n${fresh.indexOf(name)}>`
      const known = this.values.get(name)
      return known === undefined ? `(?<n${fresh.push(name) - 1}>[^\\s"]+)` : escaped(String(known))
    }
    const pattern = trimmed(expected)
      .split(/(…|<[a-z-]+>)/)
      .map(patternOf)
      .join('')
    const { groups = {} } =
      new RegExp(`^${pattern}$`).exec(trimmed(printed)) ?? fail(expected, printed)
    for (const [index, name] of fresh.entries()) this.values.set(name, groups[`n${index}`] ?? '')
  }

  /**
   * The expected JSON with the actual value in place of each name that has no value yet, which it then gets. Objects may
   * lack properties of the actual ones.
   */
  complete(expected: unknown, actual: unknown): unknown {
    if (Array.isArray(expected)) {
      return expected.map((item, index) =>
        this.complete(item, (actual as unknown[] | undefined)?.[index]),
      )
    }
    if (typeof expected === 'object' && expected !== null) {
      const entries = Object.entries(expected).map(([key, value]) => [
        key,
        this.complete(value, (actual as Record<string, unknown> | null)?.[key]),
      ])
      return Object.fromEntries(entries)
    }
    const [, name] = /^<([a-z-]+)>$/.exec(String(expected)) ?? []
    if (name === undefined) return typeof expected === 'string' ? this.fill(expected) : expected
    const isValue = typeof actual === 'string' || typeof actual === 'number'
    if (!this.values.has(name) && isValue) this.values.set(name, actual)
    return this.values.get(name)
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Without white space around each line. */
const trimmed = (text: string) => text.trim().replaceAll(/[ \t]*\n[ \t]*/g, '\n')

function fail(expected: string, printed: string): never {
  throw new Error(`expected\n${expected}\ngot\n${printed}`)
}
