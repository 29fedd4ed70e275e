import { createApiKey } from '../../domain/api-key/create-api-key.js'
import { listApiKeys } from '../../domain/api-key/list-api-keys.js'
import { revokeApiKey } from '../../domain/api-key/revoke-api-key.js'
import { asPrimaryUser } from '../../domain/company/as-primary-user.js'
import { companyOption, withCompany } from '../company-option.js'
import { print } from '../print.js'
import type { Root } from '../root.js'
import { printSecret, secretFileOption } from '../secret-file.js'

export function addApiKeyCommands(root: Root): void {
  const apiKey = root
    .command('api-key')
    .description('API keys of a company, for programs that use the API under /v1.')

  apiKey
    .command('create')
    .description('Creates an API key in the name of the primary user, and prints it once.')
    .requiredOption('--name <name>', 'purpose of the key')
    .addOption(companyOption())
    .addOption(secretFileOption())
    .action(async ({ name, company, secretFile }) => {
      const create = () =>
        withCompany(company, async (domain) => {
          const { id, uuid, key } = await createApiKey(await asPrimaryUser(domain), { name })
          return { id: uuid, databaseId: id, name, secret: key }
        })
      await printSecret(secretFile, create, root)
    })

  apiKey
    .command('list')
    .description('Lists the API keys of a company.')
    .addOption(companyOption())
    .action(async ({ company }) => {
      const keys = await withCompany(company, listApiKeys)
      print(
        keys.map(({ id, uuid, ...key }) => ({ id: uuid, databaseId: id, ...key })),
        root,
      )
    })

  apiKey
    .command('revoke')
    .description('Revokes an API key irreversibly.')
    .argument('<id>', 'id of the key: a UUID')
    .addOption(companyOption())
    .action(async (id, { company }) => {
      const revoked = await withCompany(company, (domain) => revokeApiKey(domain, { id }))
      print({ id, databaseId: revoked.id, revoked: true }, root)
    })
}
