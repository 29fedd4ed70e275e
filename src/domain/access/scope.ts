/** What an API key may be limited to. The role of its user limits it, too. Every scope includes `READ`. */
export const SCOPES = ['READ', 'FIELD_WORK', 'ADMIN_WRITE'] as const

export type Scope = (typeof SCOPES)[number]

/** The scopes that every one of several API keys has; undefined if none of the keys is limited. */
export function commonScopes(all: readonly (readonly Scope[] | null)[]): Scope[] | undefined {
  const limits = all.filter((each) => each !== null)
  if (limits.length === 0) return undefined
  return SCOPES.filter((scope) => limits.every((limit) => limit.includes(scope)))
}

/** Whether scopes allow no operation that writes. */
export const onlyReads = (own: readonly Scope[] | undefined): boolean =>
  own !== undefined && !own.some((scope) => scope !== 'READ')
