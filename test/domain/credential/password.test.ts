import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from '../../../src/domain/credential/password.js'

it('hashes with argon2id, 19 MiB, two passes and one lane', async () => {
  expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('hashes the same password differently each time', async () => {
  expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
})

it('verifies the password that was hashed, and no other', async () => {
  const hash = await hashPassword('correct horse')
  expect(await verifyPassword(hash, 'correct horse')).toBe(true)
  expect(await verifyPassword(hash, 'Correct horse')).toBe(false)
})

it('rejects every password if there is no hash', async () => {
  expect(await verifyPassword(undefined, '')).toBe(false)
})
