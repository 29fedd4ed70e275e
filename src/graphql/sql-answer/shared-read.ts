import type { SqlContext } from './json.js'

/** Counts the reads of a plan while it is compiled. They decide whether the plan is used, and how it is sent. */
export class PlanSize {
  /** The number of different lists and counts in the plan. */
  lists = 0
  /** The number of records that are read by their keys; infinite if the plan reads lists or counts records. */
  lookups = 0
  private aliases = 0

  addList(): void {
    this.lists += 1
    this.lookups = Infinity
  }

  nextAlias(): string {
    this.aliases += 1
    return `s${this.aliases}`
  }
}

/** A subquery of a plan: a connection, a count, a derived value, or a root field. */
export interface Read {
  /** Writes the SQL of the value: text for one output, an array of text for several. */
  readonly write: (context: SqlContext) => string
  readonly outputs: number
  /** Whether its SQL may name other reads of the level, which then come first. */
  readonly namesOthers?: boolean
  /** Whether it must be a join even if it has only one use. */
  readonly isJoined?: boolean
}

/** One output of a read of a level. */
export interface Reference {
  readonly index: number
  readonly output: number
}

interface Entry {
  readonly read: Read
  readonly alias: string
  uses: number
}

const isJoined = ({ read, uses }: Entry) => uses > 1 || read.isJoined

/** Encloses a placeholder in a text. JSON text never contains this character. */
const PLACEHOLDER = '\u0001'

/**
 * The reads of one level: the root of an operation, or the records of a page. Fields that read the same (relation,
 * arguments and parent) share one read. A read with several uses becomes a lateral join of the level, which PostgreSQL
 * evaluates once for each row; the SQL of any other is inlined.
 */
export class Level {
  private readonly entries: Entry[] = []
  private readonly indexes = new Map<string, number>()

  constructor(
    readonly size: PlanSize,
    private readonly isRoot = false,
  ) {}

  /** The read under a key; `make` makes it if it is new. */
  share<Made extends Read>(key: string, make: () => Made): { index: number; read: Made } {
    let index = this.indexes.get(key)
    if (index === undefined) {
      index = this.entries.push({ read: make(), alias: this.size.nextAlias(), uses: 0 }) - 1
      this.indexes.set(key, index)
    }
    return { index, read: this.entry(index).read as Made }
  }

  /** Registers a use of a read. The result writes the SQL of its value, or a placeholder if root reads are separate statements. */
  use({ index, output }: Reference): (context: SqlContext) => string {
    const entry = this.entry(index)
    entry.uses += 1
    return (context) => {
      const { read, alias } = entry
      if (this.isRoot && context.split) return `E'\\x01${index}.${output}\\x01'`
      if (!isJoined(entry)) return read.write(context)
      return read.outputs > 1 ? `${alias}.value[${output + 1}]` : `${alias}.value`
    }
  }

  /** The lateral joins, as items of a `from` clause. */
  joins(context: SqlContext): string[] {
    const joined = this.entries.filter(isJoined)
    const first = joined.filter(({ read }) => !read.namesOthers)
    const last = joined.filter(({ read }) => read.namesOthers)
    return [...first, ...last].map(
      ({ read, alias }) => `lateral (select ${read.write(context)} as value offset 0) ${alias}`,
    )
  }

  get count(): number {
    return this.entries.length
  }

  /** The SQL of one read by itself: text, or an array of text. */
  write(index: number, context: SqlContext): string {
    const { read } = this.entry(index)
    const sql = read.write(context)
    return read.outputs > 1 ? sql : `(${sql})::text`
  }

  private entry(index: number) {
    const entry = this.entries[index]
    if (!entry) throw new Error(`expected a read, got ${index}`)
    return entry
  }
}

/** Replaces the placeholders in a text by their values. */
export const fillPlaceholders = (
  text: string,
  valueOf: (reference: Reference) => string,
): string =>
  text.includes(PLACEHOLDER)
    ? text.replace(/\u0001(\d+)\.(\d+)\u0001/g, (_, index: string, output: string) =>
        valueOf({ index: Number(index), output: Number(output) }),
      )
    : text
