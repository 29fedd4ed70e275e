import { expect, it } from 'vitest'
import { checkPassword } from '../../../src/domain/credential/password-rules.js'
import { ValidationErrors } from '../../../src/domain/validation-errors.js'
import { errorCodesOf } from '../../support/error-codes.js'

const EMAIL = 'ada.marsh@example.com'

const problemsOf = (password: string | null) =>
  errorCodesOf(async () => {
    const errors = new ValidationErrors()
    await checkPassword(errors, 'new', password, EMAIL)
    errors.throwIfAny()
  })

it.each([
  'twelve chars',
  'correct horse battery staple',
  '            x',
  'ada.marsh@example.co',
  'x7$kQ!92mzP4',
  '94719374920164',
  'aaaaaaaaaaab',
  'пароль на двенадцать',
  'x'.repeat(127) + 'y',
  '🔑'.repeat(127) + 'y',
])('accepts %j', async (password) => {
  const errors = new ValidationErrors()
  expect(await checkPassword(errors, 'new', password, EMAIL)).toBe(password)
  expect(errors.allowWrite).toBe(true)
})

it.each([
  ['one character too few', 'eleven char'],
  ['few characters that take many bytes', '🔑🔒🔑🔒🔑🔒'],
  ['one repeated character', 'zzzzzzzzzzzzzz'],
  ['one repeated character of two UTF-16 units', '🔑'.repeat(20)],
  ['the email address', EMAIL],
  ['the email address in another case', ' ADA.Marsh@Example.com'],
  ['a common password', '1q2w3e4r5t6y'],
  ['a common password in capitals', 'PasswordPassword'],
  ['a short common password between digits and signs', '12-Sunshine-34!'],
])('rejects %s', async (_, password) => {
  expect(await problemsOf(password)).toEqual(['INVALID new'])
})

it('rejects one character too many, and null', async () => {
  expect(await problemsOf('x'.repeat(128) + 'y')).toEqual(['TOO_LONG new'])
  expect(await problemsOf(null)).toEqual(['REQUIRED new'])
})
