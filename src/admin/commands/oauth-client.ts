import { createOauthClient } from '../../domain/oauth-client/create-oauth-client.js'
import { listOauthClients } from '../../domain/oauth-client/list-oauth-clients.js'
import { revokeOauthClient } from '../../domain/oauth-client/revoke-oauth-client.js'
import { rotateOauthClient } from '../../domain/oauth-client/rotate-oauth-client.js'
import { withOperator } from '../operator-database.js'
import { print } from '../print.js'
import type { Root } from '../root.js'
import { printSecret, secretFileOption } from '../secret-file.js'

export function addOauthClientCommands(root: Root): void {
  const client = root
    .command('oauth-client')
    .description('OAuth clients: programs that may request tokens of the API under /api.')

  client
    .command('create')
    .description('Creates an OAuth client, and prints its secret once.')
    .requiredOption('--name <name>', 'name of the program')
    .addOption(secretFileOption())
    .action(async ({ name, secretFile }) => {
      const create = () => withOperator((operator) => createOauthClient(operator, { name }))
      await printSecret(secretFile, create, root)
    })

  client
    .command('list')
    .description('Lists the OAuth clients.')
    .action(async () => {
      print(await withOperator(listOauthClients), root)
    })

  client
    .command('rotate')
    .description('Replaces the secret of an OAuth client, and prints the new one once.')
    .argument('<id>', 'client_id of the OAuth client')
    .addOption(secretFileOption())
    .action(async (id, { secretFile }) => {
      const rotate = () => withOperator((operator) => rotateOauthClient(operator, { id }))
      await printSecret(secretFile, rotate, root)
    })

  client
    .command('revoke')
    .description('Revokes an OAuth client irreversibly, and ends the sessions that it opened.')
    .argument('<id>', 'client_id of the OAuth client')
    .action(async (id) => {
      print(await withOperator((operator) => revokeOauthClient(operator, { id })), root)
    })
}
