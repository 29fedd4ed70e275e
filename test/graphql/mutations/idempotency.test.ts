import { v7 as newUuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../support/database.js'
import { tableDigestsOf } from '../../support/table-digests.js'
import { inputTypeOf, mutationNames, onCredentials, runMutation } from './run-mutation.js'
import { newCompanyAndInput } from './valid-inputs.js'

const db = testDatabase()

const hasKey = (name: string) => 'idempotencyKey' in inputTypeOf(name).getFields()

it('every mutation takes an idempotency key, except those on credentials', () => {
  expect(mutationNames.filter((name) => !hasKey(name)).sort()).toEqual(onCredentials)
})

describe('a retry with the same idempotency key', () => {
  it.each(mutationNames.filter(hasKey))(
    'of %s gets the first answer, and writes nothing',
    async (name) => {
      const { company, input: given } = await newCompanyAndInput(db, name)
      const input = { ...given, idempotencyKey: newUuid() }
      const first = await runMutation(company.admin, name, input)
      const written = await tableDigestsOf(db, company.companyId)
      expect(await runMutation(company.admin, name, input)).toEqual(first)
      expect(await tableDigestsOf(db, company.companyId)).toEqual(written)
    },
  )
})
