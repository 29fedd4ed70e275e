import { readFile } from 'node:fs/promises'
import { parse } from 'libpg-query'
import { expect, it } from 'vitest'
import { listMigrations } from '../../../src/db/migrate.js'
import { splitStatements } from '../../../src/db/shards/split-statements.js'

it('splits each migration into the statements that PostgreSQL finds', async () => {
  for (const name of await listMigrations()) {
    const script = await readFile(`prisma/migrations/${name}/migration.sql`, 'utf8')
    const { stmts } = await parse(script)
    const found = splitStatements(script)
    expect([name, found.length]).toEqual([name, stmts?.length])
    for (const statement of found) expect((await parse(statement)).stmts).toHaveLength(1)
  }
})

it('keeps semicolons in quotes, and leaves out comments with them', () => {
  const script = `select ';', "a;b", 'it''s;'; -- one; two
    /* ; */ do $x$ begin; $$;$$ end $x$; select 1 - 2`
  expect(splitStatements(script)).toEqual([
    `select ';', "a;b", 'it''s;'`,
    '/* ; */ do $x$ begin; $$;$$ end $x$',
    'select 1 - 2',
  ])
})
