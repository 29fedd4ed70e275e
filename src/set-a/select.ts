import type { ModelName } from '../db/read/model.js'
import type { RecordOf } from '../db/read/record.js'

/** Fields of a record, asked for under their own names. */
export const fields = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as Readonly<Record<Name, Name>>

/** A record read by such a selection; of what is derived, the presenter says the type itself. */
export type Row<Model extends ModelName, Selected> = Pick<
  RecordOf<Model>,
  keyof Selected & keyof RecordOf<Model>
>
