import { readFileSync } from 'node:fs'

/* What prisma/schema.prisma says about columns, and the generated read model does not. */

const schema = readFileSync('prisma/schema.prisma', 'utf8')
const enums = new Set([...schema.matchAll(/^enum (\w+)/gm)].map(([, name]) => name))
const models = [...schema.matchAll(/^model \w+ \{$([^]*?)^\}$/gm)].map(([, body = '']) => body)

/** The names of the columns that have an enum. */
export const enumColumns: ReadonlySet<string> = new Set(
  models
    .flatMap((body) => body.split('\n'))
    .flatMap((line) => {
      const [, field, type] = /^ {2}(\w+) +(\w+)/.exec(line) ?? []
      const [, column = field] = /[^@]@map\("(\w+)"\)/.exec(line) ?? []
      return column !== undefined && enums.has(type) ? [column] : []
    }),
)

/** The tables whose `id` has a sequence as its default. */
export const tablesWithSequence: ReadonlySet<string> = new Set(
  models
    .filter((body) => /^ {2}id +Int +.*autoincrement/m.test(body))
    .flatMap((body) => /@@map\("(\w+)"\)/.exec(body)?.[1] ?? []),
)
