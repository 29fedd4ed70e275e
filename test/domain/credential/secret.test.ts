import { expect, it } from 'vitest'
import { companyNamedBy, hashSecret, newSecret } from '../../../src/domain/credential/secret.js'

it('generates URL-safe secrets of 320 bits', () => {
  const secret = newSecret('key')
  expect(secret).toMatch(/^fis_key_[\w-]{54}$/)
  expect(newSecret('key')).not.toBe(secret)
})

it.each([1, 35, 36, 2 ** 31 - 1])('names the company %i at the end of a token', (companyId) => {
  for (const kind of ['access', 'key'] as const)
    expect(companyNamedBy(newSecret(kind, companyId))).toBe(companyId)
})

it('finds no company in a token of release 1.1, and none that PostgreSQL cannot have', () => {
  for (let time = 0; time < 1000; time += 1)
    expect(companyNamedBy(newSecret('key'))).toBeUndefined()
  const old = newSecret('access')
  for (const end of ['_', '_Z', '_zik0zk', '_zzzzzzz', '_1_1', 'x'])
    expect(companyNamedBy(old + end)).toBeUndefined()
  expect(companyNamedBy(newSecret('refresh', 1))).toBeUndefined()
})

it('hashes with SHA-256', () => {
  expect(hashSecret('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
