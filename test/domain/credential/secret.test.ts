import { expect, it } from 'vitest'
import { hashSecret, newSecret } from '../../../src/domain/credential/secret.js'

it('generates URL-safe secrets of 320 bits', () => {
  const secret = newSecret('key')
  expect(secret).toMatch(/^fis_key_[\w-]{54}$/)
  expect(newSecret('key')).not.toBe(secret)
})

it('hashes with SHA-256', () => {
  expect(hashSecret('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
