import { Option } from '@commander-js/extra-typings'
import { transaction } from '../../domain/domain.js'
import { createUser } from '../../domain/user/create-user.js'
import { requireUserByEmail } from '../../domain/user/require-user-by-email.js'
import { type UserChange, updateUser } from '../../domain/user/update-user.js'
import { companyOption, withCompany } from '../company-option.js'
import { readNewPassword } from '../password.js'
import { print } from '../print.js'
import type { Root } from '../root.js'

const ROLES = ['admin', 'technician'] as const

export function addUserCommands(root: Root): void {
  const user = root.command('user').description('Users of a company.')

  user
    .command('create')
    .description('Creates a user. Asks for the password, or reads it from the standard input.')
    .addOption(companyOption())
    .requiredOption('--email <email>', 'email address: the username')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .addOption(new Option('--role <role>', 'role').choices(ROLES).makeOptionMandatory())
    .action(async ({ company, ...input }) => {
      const password = await readNewPassword()
      const { id, uuid } = await withCompany(company, (domain) =>
        createUser(domain, { ...input, password }),
      )
      print({ id: uuid, databaseId: id, email: input.email, role: input.role }, root)
    })

  user
    .command('reset-password')
    .description(
      'Sets a password, and ends the sessions. Asks for it, or reads it from the standard input.',
    )
    .argument('<email>', 'email address of the user')
    .addOption(companyOption())
    .action(async (email, { company }) => {
      const password = await readNewPassword()
      print(await changeUser(company, email, { password }), root)
    })

  user
    .command('disable')
    .description(
      'Disables a user, and ends the sessions. The last active admin cannot be disabled.',
    )
    .argument('<email>', 'email address of the user')
    .addOption(companyOption())
    .action(async (email, { company }) => {
      print({ ...(await changeUser(company, email, { active: false })), active: false }, root)
    })
}

const changeUser = (company: string | undefined, email: string, change: Omit<UserChange, 'id'>) =>
  withCompany(company, async (domain) => {
    const user = await transaction(domain, async (tx) => {
      const found = await requireUserByEmail(tx, email)
      await updateUser(tx, { id: found.id, ...change })
      return found
    })
    return { id: user.uuid, databaseId: user.id, email: user.email }
  })
