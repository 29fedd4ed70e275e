import { expect, it } from 'vitest'
import { MAX_QUEUED_CALLS, queueForHashing } from '../../../src/domain/credential/hashing-queue.js'
import { findHash, hashPassword, verifyPassword } from '../../../src/domain/credential/password.js'

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
  expect(await findHash((work) => work(), [], '')).toBe(-1)
})

it('refuses further passwords immediately if too many are queued, and accepts them again later', async () => {
  const hash = await hashPassword('correct horse')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const places = Array.from({ length: MAX_QUEUED_CALLS }, () => queueForHashing(() => released))
  const refused = { code: 'OVERLOADED', retryAfter: 5 }
  await expect(verifyPassword(hash, 'correct horse')).rejects.toMatchObject(refused)
  await expect(hashPassword('another')).rejects.toMatchObject(refused)
  release()
  await Promise.all(places)
  expect(await verifyPassword(hash, 'correct horse')).toBe(true)
})

it('hashes one password at a time', async () => {
  let running = 0
  const counts = await Promise.all(
    Array.from({ length: 5 }, () =>
      queueForHashing((inTurn) =>
        inTurn(async () => {
          running += 1
          await new Promise(setImmediate)
          return running--
        }),
      ),
    ),
  )
  expect(counts).toEqual([1, 1, 1, 1, 1])
})
