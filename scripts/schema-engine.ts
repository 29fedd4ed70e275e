import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import type pg from 'pg'

const SCHEMA = 'schema.prisma'

/** The OIDs of PostgreSQL's internal one-byte "char", which Prisma's driver adapter rejects, and of varchar. */
const INTERNAL_CHAR = 18
const VARCHAR = 1043

/** The SQL that turns the database of `pool` into that of a Prisma schema. */
export async function diffWithSchema(pool: pg.Pool, content: string): Promise<string> {
  await loadEngine()
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [[SCHEMA, content]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapterFactory(pool)),
  )
  const files = [{ path: SCHEMA, content }]
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: '.' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  return stdout ?? ''
}

/** Instantiates the WebAssembly build of the schema engine that Prisma's command line would download. */
async function loadEngine(): Promise<void> {
  const file = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(file), {
    './schema_engine_bg.js': bindings,
  })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports['__wbindgen_start']?.()
}

/** Node's global, which @types/node does not describe. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    instantiate(
      bytes: Uint8Array,
      imports: object,
    ): Promise<{ instance: { exports: Record<string, () => void> } }>
  }
}

/** Prisma's adapter, changed to return an internal "char" as the character type that the engine expects. */
function adapterFactory(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool)
  const connect = factory.connect.bind(factory)
  let characters: number[] = []
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<pg.QueryResult>
  const withVarchar = async (...parameters: unknown[]) => {
    const result = await query(...parameters)
    characters = result.fields.flatMap((field, at) =>
      field.dataTypeID === INTERNAL_CHAR ? at : [],
    )
    for (const at of characters) Object.assign(result.fields[at] ?? {}, { dataTypeID: VARCHAR })
    return result
  }
  pool.query = withVarchar as typeof pool.query
  factory.connect = async () => {
    const adapter = await connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (statement) => {
      const result = await queryRaw(statement)
      for (const at of characters) result.columnTypes[at] = ColumnTypeEnum.Character
      return result
    }
    return adapter
  }
  return factory
}
