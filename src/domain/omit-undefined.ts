/** The fields of a partial update that were given: undefined means untouched, null means cleared. */
export const omitUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
