import type { GraphQLSchema } from 'graphql'
import type { SqlContext, SqlFragment } from './json.js'

/**
 * The schema of a plan, and the number of its reads, counted during compilation. The counts decide whether the plan is
 * used, and how its statements are sent.
 */
export class PlanSize {
  /** The number of different lists and counts in the plan. */
  lists = 0
  /** The number of records that are read by key; infinite if the plan reads lists or counts records. */
  lookups = 0
  /** Whether the SQL may return `REFUSED` in place of JSON: for statistics with too many groups. */
  canRefuse = false
  private aliases = 0

  constructor(readonly schema: GraphQLSchema) {}

  addList(): void {
    this.lists += 1
    this.lookups = Infinity
  }

  nextAlias(): string {
    this.aliases += 1
    return `s${this.aliases}`
  }
}

/** A subquery of a plan: for a connection, a count, a derived value, or a root field. */
export interface Read {
  /** Generates the SQL of the value: text for one output, an array of text for several. */
  readonly write: SqlFragment
  readonly outputs: number
  /** Whether its SQL may use the aliases of other reads of the level. It is then joined after them. */
  readonly mayReferToOthers?: boolean
  /** Whether it must be a join even if it is used once. */
  readonly isJoined?: boolean
}

/** Refers to a read of a level, and to one of its outputs. */
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

/**
 * The subqueries (reads) of one level of a query: of its root, or of the records of one page. Fields with the same
 * relation, arguments and parent share one read. A read that is used several times becomes a lateral join of the level,
 * which PostgreSQL evaluates once for each row; the SQL of other reads is inlined.
 */
export class Level {
  private readonly entries: Entry[] = []
  private readonly indexes = new Map<string, number>()

  constructor(
    readonly size: PlanSize,
    readonly isRoot = false,
  ) {}

  /** Returns the first output of the read with this key. On first use, `make` creates the read. */
  share<Made extends Read>(key: string, make: () => Made): Reference & { readonly read: Made } {
    let index = this.indexes.get(key)
    if (index === undefined) {
      index = this.entries.push({ read: make(), alias: this.size.nextAlias(), uses: 0 }) - 1
      this.indexes.set(key, index)
    }
    return { index, output: 0, read: this.entry(index).read as Made }
  }

  /** Registers a use of a read. Returns the SQL of its value; a placeholder if root reads are separate statements. */
  use({ index, output }: Reference): SqlFragment {
    const entry = this.entry(index)
    entry.uses += 1
    return (context) => {
      const { read, alias } = entry
      if (this.isRoot && context.split) return `E'\\x01${index}.${output}\\x01'`
      if (!isJoined(entry)) return read.write(context)
      return read.outputs > 1 ? `${alias}.value[${output + 1}]` : `${alias}.value`
    }
  }

  /** The lateral joins of the shared reads, as items of a `from` clause. */
  joins(context: SqlContext): string[] {
    const joined = this.entries.filter(isJoined)
    const first = joined.filter(({ read }) => !read.mayReferToOthers)
    const last = joined.filter(({ read }) => read.mayReferToOthers)
    return [...first, ...last].map(
      ({ read, alias }) => `lateral (select ${read.write(context)} as value offset 0) ${alias}`,
    )
  }

  get count(): number {
    return this.entries.length
  }

  /** Whether the value of a read is one text. */
  isText(index: number): boolean {
    return this.entry(index).read.outputs === 1
  }

  /** The SQL of one read as a separate statement: text, or an array of text. */
  write(index: number, context: SqlContext): string {
    const sql = this.entry(index).read.write(context)
    return this.isText(index) ? `(${sql})::text` : sql
  }

  private entry(index: number) {
    const entry = this.entries[index]
    if (!entry) throw new Error(`expected a read, got ${index}`)
    return entry
  }
}

/** Replaces the placeholders in a JSON text by their values. The character U+0001 never occurs in JSON. */
export const fillPlaceholders = (text: string, valueOf: (reference: Reference) => string): string =>
  text.replace(/\u0001(\d+)\.(\d+)\u0001/g, (_, index: string, output: string) =>
    valueOf({ index: Number(index), output: Number(output) }),
  )
