import type { Role } from '../../domain/access/viewer.js'
import { COMPANY_ID, type CompanyRows } from '../rows.js'
import { firstNames, lastNames } from '../words.js'
import { type Context, daysAgo, differentNames } from './context.js'

interface Post {
  readonly role: Role
  readonly name: string
  readonly position: string
  readonly active: boolean
}

/** The users of a company, the first being its admin. One in eight is an admin, one in 25 has left. */
export function generateUsers(
  context: Context,
  passwordHash: string,
): Pick<CompanyRows, 'User' | 'Membership' | 'Profile'> {
  const { plan, random, counts } = context
  const posts = postsOf(counts.users)
  const names = differentNames(random, pairs, posts.length)
  const users = posts.map((post, index) => {
    const [firstName = '', lastName = ''] = (names[index] ?? '').split('|')
    const createdAt =
      index === 0 ? daysAgo(context, 1440) : daysAgo(context, random.integer(1110, 1400))
    return {
      id: index + 1,
      uuid: random.uuid(),
      companyId: COMPANY_ID,
      firstName,
      lastName,
      email: `${post.name}@${plan.key}.example`,
      passwordHash,
      active: post.active,
      phoneNumber: `07700900${random.digits(3)}`,
      timezone: 'Europe/London',
      createdAt,
      updatedAt: createdAt,
    }
  })
  return {
    User: users,
    Membership: users.map(({ id, createdAt }, index) => ({
      companyId: COMPANY_ID,
      userId: id,
      role: posts[index]?.role ?? 'technician',
      createdAt,
      updatedAt: createdAt,
    })),
    Profile: users.map(({ id, phoneNumber, createdAt }, index) => ({
      id,
      uuid: random.uuid(),
      companyId: COMPANY_ID,
      userId: id,
      mobile: phoneNumber,
      telephone: random.chance(0.3) ? `02079460${random.digits(3)}` : null,
      position: posts[index]?.position ?? null,
      dialingCode: 'GB',
      employeeNumber: `${plan.initials}-${String(id).padStart(4, '0')}`,
      createdAt,
      updatedAt: createdAt,
    })),
  }
}

const pairs = firstNames.flatMap((first) => lastNames.map((last) => `${first}|${last}`))

function postsOf(count: number): Post[] {
  const managers = Math.floor(count * 0.12)
  const leavers = Math.floor(count * 0.04)
  const technicians = count - 1 - managers - leavers
  const several = (length: number, post: Post): Post[] =>
    Array.from({ length }, (_, index) => ({ ...post, name: `${post.name}${index + 1}` }))
  const active = true
  return [
    { role: 'admin', name: 'admin', position: 'Head of operations', active },
    ...several(managers, { role: 'admin', name: 'manager', position: 'Contract manager', active }),
    ...several(technicians, {
      role: 'technician',
      name: 'tech',
      position: 'Field technician',
      active,
    }),
    ...several(leavers, {
      role: 'technician',
      name: 'leaver',
      position: 'Field technician',
      active: false,
    }),
  ]
}
