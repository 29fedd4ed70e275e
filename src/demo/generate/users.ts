import { COMPANY_ID, type Rows } from '../rows.js'
import { firstNames, lastNames } from '../words.js'
import { type Context, daysAgo, differentNames, newRow } from './context.js'

const fullNames = firstNames.flatMap((first) => lastNames.map((last) => `${first}|${last}`))

/** The users of a company. The first is an admin. */
export function generateUsers(
  context: Context,
  passwordHash: string,
): Rows<'User' | 'Membership' | 'Profile'> {
  const { company, random, counts } = context
  const accounts = accountsOf(counts.users)
  const names = differentNames(random, fullNames, accounts.length)
  const users = accounts.map(({ name, active }, index) => {
    const [firstName = '', lastName = ''] = (names[index] ?? '').split('|')
    const days = index === 0 ? 1440 : random.integer(1110, 1400)
    return {
      ...newRow(context, index, daysAgo(context, days)),
      firstName,
      lastName,
      email: `${name}@${company.key}.example`,
      passwordHash,
      active,
      phoneNumber: `07700900${random.digits(3)}`,
      timezone: 'Europe/London',
    }
  })
  return {
    User: users,
    Membership: users.map(({ id, createdAt }, index) => ({
      companyId: COMPANY_ID,
      userId: id,
      role: accounts[index]?.role ?? 'technician',
      createdAt,
      updatedAt: createdAt,
    })),
    Profile: users.map(({ id, phoneNumber, createdAt }, index) => ({
      ...newRow(context, index, createdAt),
      userId: id,
      mobile: phoneNumber,
      telephone: random.chance(0.3) ? `02079460${random.digits(3)}` : null,
      position: accounts[index]?.position ?? null,
      dialingCode: 'GB',
      employeeNumber: `${company.initials}-${String(id).padStart(4, '0')}`,
    })),
  }
}

/** The role, position and email name of each user. One user in eight is an admin; one in 25 has left the company. */
function accountsOf(count: number) {
  const managers = Math.floor(count * 0.12)
  const leavers = Math.floor(count * 0.04)
  const admin = { role: 'admin', position: 'Contract manager', active: true } as const
  const technician = { role: 'technician', position: 'Field technician', active: true } as const
  const several = <Account>(length: number, name: string, account: Account) =>
    Array.from({ length }, (_, index) => ({ ...account, name: `${name}${index + 1}` }))
  return [
    { ...admin, name: 'admin', position: 'Head of operations' },
    ...several(managers, 'manager', admin),
    ...several(count - 1 - managers - leavers, 'tech', technician),
    ...several(leavers, 'leaver', { ...technician, active: false }),
  ]
}
