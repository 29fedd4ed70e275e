/** The fields of a partial update that were given: undefined means untouched, null means cleared. */
export const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
