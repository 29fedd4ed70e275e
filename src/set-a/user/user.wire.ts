import { z } from 'zod'
import { fields, type Row } from '../select.js'
import { integer, microseconds, nullableText, record, text, writeMicroseconds } from '../wire.js'
import { presentProfile, Profile, profileFields, type ProfileRow } from './profile.wire.js'

const shape = {
  id: integer,
  name: text,
  last_name: text,
  email: text,
  active: z.boolean(),
  created_at: microseconds,
  updated_at: microseconds,
  phone_number: nullableText,
  deleted_at: microseconds.nullable(),
  app_needs_update: z.boolean(),
  timezone: text.describe('An IANA zone.'),
  full_name: text,
  profile: Profile.nullable(),
}

/** Set A: User. */
export const User = record('User', shape)

const columns = fields(
  'id',
  'firstName',
  'lastName',
  'email',
  'active',
  'createdAt',
  'updatedAt',
  'phoneNumber',
  'deletedAt',
  'appNeedsUpdate',
  'timezone',
)
export const userFields = {
  ...columns,
  fullName: 'fullName',
  profile: { of: 'profile', select: profileFields },
}
export type UserRow = Row<'User', typeof columns> & {
  readonly fullName: string
  readonly profile: ProfileRow | null
}

export const presentUser = (user: UserRow): z.output<typeof User> => ({
  id: user.id,
  name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  active: user.active,
  created_at: writeMicroseconds(user.createdAt),
  updated_at: writeMicroseconds(user.updatedAt),
  phone_number: user.phoneNumber,
  deleted_at: user.deletedAt && writeMicroseconds(user.deletedAt),
  app_needs_update: user.appNeedsUpdate,
  timezone: user.timezone,
  full_name: user.fullName,
  profile: user.profile && presentProfile(user.profile),
})

/** Set A: User, as the list of users shows it. */
export const UserInList = record('UserInList', {
  ...shape,
  sites_count: integer,
  inspections_count: integer,
  technical_jobs_count: integer,
  pivot: z.strictObject({ company_id: integer, user_id: integer }),
})

const counts = fields('sitesCount', 'inspectionsCount', 'technicalJobsCount')
export const userInListFields = { ...userFields, ...counts, companyId: 'companyId' }
export type UserInListRow = UserRow &
  Readonly<Record<keyof typeof counts, number>> & { readonly companyId: number }

export const presentUserInList = (user: UserInListRow): z.output<typeof UserInList> => ({
  ...presentUser(user),
  sites_count: user.sitesCount,
  inspections_count: user.inspectionsCount,
  technical_jobs_count: user.technicalJobsCount,
  pivot: { company_id: user.companyId, user_id: user.id },
})
