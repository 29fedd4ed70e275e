import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { type ObjectStore, ObjectMissingError } from '../../src/storage/object-store.js'
import { openStores } from '../../src/storage/stores.js'
import { afterFile } from '../support/after-file.js'
import { type S3Server, startS3Server } from '../support/s3-server.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'

let folder: string
let server: S3Server
beforeAll(async () => {
  const made = await makeTemporaryFolder()
  afterFile(made.remove)
  folder = made.folder
  server = await startS3Server()
})

const storeOf = (name: string, env: Record<string, string> = {}): ObjectStore => {
  const config = readConfig({ DOCUMENT_FOLDER: folder, ...server.env, ...env })
  return openStores(config.storage).require(name)
}

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest()

async function put(store: ObjectStore, name: string, content: Buffer): Promise<void> {
  const object = await store.create(name)
  for (let at = 0; at < content.length; at += 65_536)
    await object.write(content.subarray(at, at + 65_536))
  await object.complete(sha256Of(content))
  await object.discard()
}

const namesIn = async (store: ObjectStore) => {
  const names: string[] = []
  for await (const name of store.list()) names.push(name)
  return names.sort()
}

describe.each(['folder', 's3'])('%s', (kind) => {
  it('returns what was stored, from any byte on', async () => {
    const store = storeOf(kind)
    const content = randomBytes(1_000_003)
    await put(store, '1/ab/a', content)
    expect((await buffer(await store.open('1/ab/a', 0))).equals(content)).toBe(true)
    expect(await buffer(await store.open('1/ab/a', 999_999))).toEqual(content.subarray(999_999))
    expect(await store.sizeOf('1/ab/a')).toBe(content.length)
  })

  it('lists objects and deletes them, also twice', async () => {
    const store = storeOf(kind)
    const names = Array.from({ length: 40 }, (_, index) => `2/${10 + (index % 20)}/${100 + index}`)
    for (const name of names) await put(store, name, Buffer.from(name))
    expect((await namesIn(store)).filter((name) => name.startsWith('2/'))).toEqual(names.sort())
    for (const name of [...names, ...names]) await store.delete(name)
    expect((await namesIn(store)).filter((name) => name.startsWith('2/'))).toEqual([])
    expect(await store.sizeOf('2/10/100')).toBeUndefined()
    await expect(store.open('2/10/100', 0)).rejects.toThrow(ObjectMissingError)
  })

  it('shows no object that is not complete, and leaves nothing of one that is discarded', async () => {
    const store = storeOf(kind)
    const object = await store.create('3/ab/d')
    await object.write(Buffer.from('half'))
    expect(await store.sizeOf('3/ab/d')).toBeUndefined()
    await object.discard()
    expect((await namesIn(store)).filter((name) => name.startsWith('3/'))).toEqual([])
  })
})

describe('folder', () => {
  it('deletes what a killed process has left', async () => {
    const store = storeOf('folder')
    const object = await store.create('4/ab/e')
    await object.write(Buffer.from('half'))
    expect(await readdir(join(folder, '4/ab'))).toEqual(['e.part'])
    expect((await namesIn(store)).filter((name) => name.startsWith('4/'))).toEqual(['4/ab/e'])
    await store.delete('4/ab/e')
    expect(await readdir(join(folder, '4/ab'))).toEqual([])
    await object.discard()
  })

  it('that is not mounted is unavailable: nothing is missing in it, and nothing is deleted', async () => {
    const path = join(folder, 'mount')
    await mkdir(path)
    const store = storeOf('folder', { DOCUMENT_FOLDER: path })
    await put(store, '5/ab/f', Buffer.from('f'))
    await rm(path, { recursive: true })
    const unavailable = { name: 'StoreUnavailableError' }
    await expect(store.create('5/ab/g')).rejects.toMatchObject(unavailable)
    await expect(store.sizeOf('5/ab/f')).rejects.toMatchObject(unavailable)
    await expect(store.delete('5/ab/f')).rejects.toMatchObject(unavailable)
  })
})

it('a folder may be the working directory', async () => {
  const before = process.cwd()
  process.chdir(folder)
  try {
    const store = storeOf('folder', { DOCUMENT_FOLDER: '.' })
    await put(store, '9/ab/k', Buffer.from('k'))
    expect(await store.sizeOf('9/ab/k')).toBe(1)
  } finally {
    process.chdir(before)
  }
})

describe('s3', () => {
  it('refuses a wrong secret', async () => {
    const store = storeOf('s3', { AWS_SECRET_ACCESS_KEY: 'wrong' })
    await expect(store.sizeOf('6/ab/h')).rejects.toMatchObject({ name: 'StoreUnavailableError' })
  })

  it('is unavailable while the folder for temporary files is', async () => {
    const { TMPDIR } = process.env
    process.env['TMPDIR'] = join(folder, 'none')
    try {
      await expect(storeOf('s3').create('6/ab/l')).rejects.toMatchObject({
        name: 'StoreUnavailableError',
      })
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = TMPDIR
    }
  })

  it('sends an upload again after a failure, three times in all', async () => {
    const store = storeOf('s3')
    const content = randomBytes(300_000)
    const object = await store.create('7/ab/i')
    await object.write(content)
    server.answerWith(503)
    await expect(object.complete(sha256Of(content))).rejects.toMatchObject({
      name: 'StoreUnavailableError',
    })
    expect(server.count('PUT', 503)).toBe(3)
    server.answerWith(undefined)
    await object.complete(sha256Of(content))
    expect((await buffer(await store.open('7/ab/i', 0))).equals(content)).toBe(true)
  })
})

describe('the configuration', () => {
  it.each([
    [{ DOCUMENT_STORAGE: 'folder' }, 'DOCUMENT_FOLDER: is required with DOCUMENT_STORAGE=folder'],
    [{ DOCUMENT_STORAGE: 's3' }, 'S3_BUCKET: is required with DOCUMENT_STORAGE=s3'],
    [{ DOCUMENT_STORAGE: 'disk' }, 'DOCUMENT_STORAGE: must be one of database, folder, s3'],
    [
      { S3_BUCKET: 'b', AWS_ACCESS_KEY_ID: 'a' },
      'AWS_ACCESS_KEY_ID: requires AWS_SECRET_ACCESS_KEY, and the reverse',
    ],
  ])('%j is refused', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
})
