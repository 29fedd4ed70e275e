import { readFileSync } from 'node:fs'
import { getNamedType, isEnumType, isInputObjectType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../src/admin/program.js'
import { type Operation, policy } from '../../src/domain/access/policy.js'
import { BY_DEFAULT, MAIL_KINDS, OF_ALL_RECORDS } from '../../src/domain/notification/mail-kinds.js'
import { mutationNames, onCredentials } from '../graphql/mutations/run-mutation.js'
import { testDatabase } from '../support/database.js'
import { schema } from '../support/graphql.js'

/* Lists in the documentation, compared with the code. */

const db = testDatabase()

/** The text of a page, each item of a list on one line. */
const page = (name: string) =>
  readFileSync(`docs/${name}.md`, 'utf8').replaceAll(/\s*\n\s*(?=[^\s|#-])/g, ' ')

/** The words in backticks. */
const wordsIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

/** The words in backticks of a part of a page. */
function wordsOf(name: string, part: RegExp): string[] {
  const [, found] = part.exec(page(name)) ?? []
  if (found === undefined) throw new Error(`expected ${part.source} in docs/${name}.md`)
  return wordsIn(found)
}

/** The cells of the rows of a table. */
function rowsOf(name: string, head: string): string[][] {
  const text = readFileSync(`docs/${name}.md`, 'utf8')
  const [, rows = ''] = text.split(`${head}\n`)[1]?.match(/^\|[-|]+\|\n((?:\|.*\n)+)/) ?? []
  return rows
    .trim()
    .split('\n')
    .map((row) => row.split('|').slice(1, -1))
}

const fieldsOf = (type: string) => {
  const found = schema.getType(type)
  if (isEnumType(found)) return found.getValues().map(({ name }) => name)
  return isObjectType(found) || isInputObjectType(found) ? Object.keys(found.getFields()) : []
}

const inCamelCase = (key: string) =>
  key.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

describe('docs/graphql.md', () => {
  it('has the measures of each kind of groups', () => {
    const measuresOf = (noun: string) => {
      const keys = fieldsOf(`${noun}GroupKey`).map(inCamelCase)
      return fieldsOf(`${noun}Group`).filter((field) => ![...keys, 'bucket'].includes(field))
    }
    const common = wordsOf('graphql', /Each group has the measures (.+?)\. /)
    const [, others = ''] = /\. Groups of (.+)\./.exec(page('graphql')) ?? []
    const inPage = others
      .split('; of ')
      .map((part) => [part.split(/\W/)[0], [...common, ...wordsIn(part)].toSorted()])
    const nouns = ['Asset', 'Job', 'Inspection', 'Finding']
    expect(inPage).toEqual(
      nouns.map((noun) => [`${noun.toLowerCase()}s`, measuresOf(noun).toSorted()]),
    )
  })

  it('has the mutations that no scope allows', () => {
    const refused = mutationNames.filter(
      (name) =>
        policy[name as Operation].scope === 'NONE' && policy[name as Operation].access !== 'anyone',
    )
    const words = wordsOf('graphql', /No scope allows the mutations (.+?)\. /)
    expect(words.toSorted()).toEqual(refused.toSorted())
  })

  it('has the mutations that ignore the header for idempotency keys', () => {
    expect(wordsOf('graphql', /\n- ([^.]+) ignore the header\. /)).toEqual(onCredentials)
  })
})

it('docs/clients.md has the lists without a filter by updatedAt', () => {
  const [query, company] = [schema.getQueryType(), schema.getType('Company')]
  const fields = [query, company].flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()) : [],
  )
  const names = fields.flatMap(({ name, type, args }) => {
    const filter = getNamedType(args.find((each) => each.name === 'filter')?.type)?.name ?? ''
    const isList = getNamedType(type).name.endsWith('Connection')
    return isList && !fieldsOf(filter).includes('updatedAt') ? [name] : []
  })
  const words = wordsOf('clients', /this filter and this order, except (.+?)\. /)
  expect(words.toSorted()).toEqual([...new Set(names)].toSorted())
})

it('docs/mails.md has each kind of mails, with its recipients and its default', () => {
  const rows = rowsOf('mails', '| Kind | Recipients | On by default for |')
  const inPage = rows.map(([kind = '', recipients = '', byDefault = '']) => ({
    kind: wordsIn(kind)[0],
    admins: /\badmins\b/.test(recipients),
    byDefault: byDefault.trim(),
  }))
  expect(inPage).toEqual(
    MAIL_KINDS.map((kind) => ({
      kind,
      admins: OF_ALL_RECORDS.includes(kind),
      byDefault: defaultOf(kind),
    })),
  )
})

function defaultOf(kind: (typeof MAIL_KINDS)[number]): string {
  const [admin, technician] = [BY_DEFAULT.admin, BY_DEFAULT.technician].map((kinds) =>
    (kinds as readonly string[]).includes(kind),
  )
  if (technician) return 'all users'
  return admin ? 'admins' : 'no users'
}

describe('docs/operating.md', () => {
  it('has the tables from which the cleanup deletes rows', async () => {
    const { rows } = await db.pool.query<{ source: string }>(
      `select prosrc as source from pg_proc where pronamespace = 'public'::regnamespace and proname like 'delete\\_%'`,
    )
    const sources = rows.map(({ source }) => source).join('\n')
    const deleted = [...sources.matchAll(/\bDELETE FROM (\w+)/g)].map(([, table = '']) => table)
    // The list of tables in `delete_expired`: the name, its key and the type of the key.
    const listed = [...sources.matchAll(/\('(\w+)', '\w+', '(?:bytea|uuid)'/g)]
    const tables = new Set([...deleted, ...listed.map(([, table = '']) => table)])
    const words = rowsOf('operating', '| Rows | Tables | Deleted |').flatMap((row) =>
      wordsIn(row[1] ?? ''),
    )
    expect(words.toSorted()).toEqual([...tables].toSorted())
  })

  it('has the commands of the operator', () => {
    const commands = createProgram().commands.flatMap((group) =>
      group.commands.length > 0
        ? group.commands.map((command) => `${group.name()} ${command.name()}`)
        : [group.name()],
    )
    const inPage = rowsOf('operating', '| Command | |').flatMap(([names = '']) => {
      const [first = '', ...others] = wordsIn(names)
      return [first, ...others.map((name) => `${first.split(' ')[0] ?? ''} ${name}`)]
    })
    expect(inPage.toSorted()).toEqual(commands.toSorted())
  })
})
