import type { ValidationErrors } from '../validation-errors.js'

/** Contact and employment data of a user; null: unknown. */
export interface UserProfile {
  readonly mobile?: string | null | undefined
  readonly telephone?: string | null | undefined
  readonly position?: string | null | undefined
  /** The country whose dialing code the mobile number has: ISO 3166-1 alpha-2. */
  readonly dialingCode?: string | null | undefined
  readonly employeeNumber?: string | null | undefined
  readonly idNumber?: string | null | undefined
}

const parts = [
  'dialingCode',
  'mobile',
  'telephone',
  'position',
  'employeeNumber',
  'idNumber',
] as const satisfies readonly (keyof UserProfile)[]

/** The columns of the table `profile` that an input sets: all of them if the profile is null, none if it is undefined. */
export function checkUserProfile(
  errors: ValidationErrors,
  profile: UserProfile | null | undefined,
): Partial<Record<keyof UserProfile, string | null>> {
  const columns: Partial<Record<keyof UserProfile, string | null>> = {}
  for (const part of parts) {
    const text = profile && errors.optionalText(['profile', part], profile[part], 64)
    if (text === undefined) continue
    columns[part] = part === 'dialingCode' ? checkCountryCode(errors, text) : text
  }
  return columns
}

function checkCountryCode(errors: ValidationErrors, text: string | null): string | null {
  const code = text?.toUpperCase() ?? null
  if (code !== null && !/^[A-Z]{2}$/.test(code)) {
    errors.add('INVALID', ['profile', 'dialingCode'], 'A country code such as GB is expected.')
  }
  return code
}
