import { v7 as newUuid } from 'uuid'
import type { TransactionDomain } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkTelephone } from './telephone.js'

const TELEPHONES = ['mobile', 'telephone'] as const
const TEXTS = ['dialingCode', 'position', 'employeeNumber', 'idNumber'] as const

type Part = (typeof TELEPHONES | typeof TEXTS)[number]

/**
 * Contact and employment data of a user; null: unknown. `dialingCode` is a country code (ISO 3166-1 alpha-2): the
 * country whose dialing code the mobile number has.
 */
export type UserProfile = { readonly [Name in Part]?: string | null | undefined }

/**
 * The columns of the table `profile` that an input sets: all of them if the profile is null, none if it is undefined.
 */
export function checkUserProfile(errors: ValidationErrors, input: UserProfile | null | undefined) {
  const columns: Partial<Record<Part, string | null>> = {}
  for (const part of TELEPHONES) {
    const number = input && checkTelephone(errors, ['profile', part], input[part])
    if (number !== undefined) columns[part] = number
  }
  for (const part of TEXTS) {
    const text = input && errors.optionalText(['profile', part], input[part], 64)
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

type ProfileColumns = ReturnType<typeof checkUserProfile>

/** Writes a user's profile, unless it has these values. Returns whether it has changed. The user must be locked. */
export async function changeUserProfile(
  { prisma, viewer: { companyId } }: TransactionDomain,
  userId: number,
  columns: ProfileColumns,
): Promise<boolean> {
  const member = { companyId, userId }
  const current = await prisma.profile.findUnique({ where: { companyId_userId: member } })
  const names = Object.keys(columns) as (keyof ProfileColumns)[]
  if (names.every((name) => columns[name] === (current?.[name] ?? null))) return false
  await prisma.profile.upsert({
    where: { companyId_userId: member },
    create: { uuid: newUuid(), ...member, ...columns },
    update: columns,
    select: { id: true },
  })
  return true
}
