import { Option } from '@commander-js/extra-typings'
import { revokeCompanySessions, revokeSessions } from '../../domain/credential/revoke-sessions.js'
import { transaction } from '../../domain/domain.js'
import { requireUserByEmail } from '../../domain/user/require-user-by-email.js'
import { companyOption, withCompany } from '../company-option.js'
import { CommandError } from '../command-error.js'
import { print } from '../print.js'
import type { Root } from '../root.js'

export function addSessionCommands(root: Root): void {
  const session = root.command('session').description('Sessions of signed-in users.')

  session
    .command('revoke')
    .description('Ends all sessions of a user, or of all users of a company.')
    .addOption(companyOption())
    .addOption(new Option('--user <email>', 'email address of the user').conflicts('allUsers'))
    .option('--all-users', 'the sessions of all users of the company')
    .action(async ({ company, user: email, allUsers }) => {
      if (email === undefined && !allUsers)
        throw new CommandError('--user or --all-users is required.')
      const endedSessions = await withCompany(company, (domain) =>
        transaction(domain, async (tx) => {
          const { companyId } = tx.viewer
          if (email === undefined) return revokeCompanySessions(tx.prisma, companyId)
          const { id: userId } = await requireUserByEmail(tx, email)
          return revokeSessions(tx.prisma, { companyId, userId })
        }),
      )
      print({ endedSessions }, root)
    })
}
