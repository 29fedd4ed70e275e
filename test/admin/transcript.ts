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

/** The values of the names in angle brackets: `<site>`. */
export class Placeholders {
  private readonly values = new Map<string, string>()

  set(name: string, value: string): void {
    this.values.set(name, value)
  }

  /** The text with values in place of names. */
  fill(text: string): string {
    return text.replaceAll(/<([a-z-]+)>/g, (whole, name: string) => this.values.get(name) ?? whole)
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
    if (name === undefined) return expected
    if (!this.values.has(name) && typeof actual === 'string') this.values.set(name, actual)
    return this.values.get(name)
  }
}
