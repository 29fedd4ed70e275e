import { Option } from '@commander-js/extra-typings'
import { requireCompany } from '../domain/company/require-company.js'
import type { Domain } from '../domain/domain.js'
import { domainOfCompany } from '../domain/operator.js'
import { withOperator } from './operator-database.js'

/** The option of every command that concerns one company. */
export const companyOption = () =>
  new Option(
    '--company <company>',
    'id or name of the company; not needed if there is only one company',
  )

/** Runs `work` for a company, with the rights of an admin. */
export const withCompany = <Result>(
  key: string | undefined,
  work: (domain: Domain) => Promise<Result>,
): Promise<Result> =>
  withOperator(async (operator) => {
    const { id } = await requireCompany(operator, key)
    return work(domainOfCompany(operator, id))
  })
