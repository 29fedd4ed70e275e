import { expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'

it('returns the results of successful mutations beside the error of a rejected one', async () => {
  const company = await newCompany(testDatabase())
  const { data, errors } = await graph(company.technician)(`mutation {
    logout(input: {}) { ok }
    createClient(input: { legalName: "Refused" }) { client { id } }
  }`)
  expect(errors?.map(({ path, extensions }) => [path, extensions['code']])).toEqual([
    [['createClient'], 'FORBIDDEN'],
  ])
  expect(data).toEqual({ logout: { ok: true }, createClient: null })
})
