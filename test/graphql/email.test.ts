import fc from 'fast-check'
import { GraphQLEmailAddress } from 'graphql-scalars'
import { expect, it } from 'vitest'
import { ValidationErrors } from '../../src/domain/validation-errors.js'
import { checkEmail } from '../../src/domain/user/email.js'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'

it('can be serialized if the domain accepts it', async () => {
  const { admin } = await newCompany(testDatabase())
  const unit = fc.constantFrom(...Array.from('aaaaaZZ00.-_+!@[" ü'))
  const part = fc.string({ unit, minLength: 1, maxLength: 3 })
  const texts = fc.tuple(part, part, part).map(([name, host, end]) => `${name}@${host}.${end}`)
  let taken = 0
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const errors = new ValidationErrors()
      const email = await checkEmail(admin, errors, text)
      if (!errors.allowWrite) return
      taken += 1
      expect(GraphQLEmailAddress.serialize(email)).toBe(email)
    }),
    { numRuns: 2000 },
  )
  expect(taken).toBeGreaterThan(50)
})
