import { InvalidArgumentError } from '@commander-js/extra-typings'
import { createCompany } from '../../domain/company/create-company.js'
import { listCompanies } from '../../domain/company/list-companies.js'
import { setDocumentQuota } from '../../domain/company/set-document-quota.js'
import { companyOption, withCompany } from '../company-option.js'
import { withOperator } from '../operator-database.js'
import { readNewPassword } from '../password.js'
import { print } from '../print.js'
import type { Root } from '../root.js'

export function addCompanyCommands(root: Root): void {
  const company = root.command('company').description('Companies: the tenants of the service.')

  company
    .command('create')
    .description(
      'Creates a company and its first admin. Asks for the password, or reads it from the standard input.',
    )
    .requiredOption('--name <name>', 'name of the company')
    .requiredOption('--admin-email <email>', 'email address of the admin: the username')
    .requiredOption('--admin-first-name <name>', 'first name of the admin')
    .requiredOption('--admin-last-name <name>', 'last name of the admin')
    .action(async ({ name, adminEmail, adminFirstName, adminLastName }) => {
      const password = await readNewPassword()
      const admin = {
        email: adminEmail,
        firstName: adminFirstName,
        lastName: adminLastName,
        password,
      }
      const created = await withOperator(
        (operator) => createCompany(operator, { name, admin }),
        'migrate',
      )
      print(
        {
          id: created.uuid,
          databaseId: created.id,
          name,
          admin: { id: created.admin.uuid, databaseId: created.admin.id, email: adminEmail },
        },
        root,
      )
    })

  company
    .command('quota')
    .description('Sets how many megabytes the documents of a company may have together.')
    .addOption(companyOption())
    .requiredOption('--megabytes <number>', 'a whole number, or `none` for no limit', readMegabytes)
    .action(async ({ company: key, megabytes }) => {
      const quota = megabytes === 'none' ? null : megabytes
      await withCompany(key, (domain) => setDocumentQuota(domain, quota))
      print({ documentQuotaMegabytes: quota }, root)
    })

  company
    .command('list')
    .description('Lists the companies, with the number of their active users.')
    .action(async () => {
      const companies = await withOperator(listCompanies)
      print(
        companies.map(({ id, uuid, ...company }) => ({ id: uuid, databaseId: id, ...company })),
        root,
      )
    })
}

function readMegabytes(text: string): number | 'none' {
  if (text === 'none') return text
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('a whole number, or `none`, is expected.')
  return Number(text)
}
