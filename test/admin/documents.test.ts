import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ask, startService } from '../durability/service.js'
import { adminJson, createAcme, runAdmin } from '../support/admin-command.js'
import { ownDatabase } from '../support/own-database.js'
import { runProcess } from '../support/run-process.js'
import { startS3Server } from '../support/s3-server.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const LOGIN = `mutation { login(input: { username: "admin@harbour.example", password: "demo-password" }) { accessToken } }`
const LIST = `{ documents(first: 10) { nodes { id sha256 } } }`

it('the commands move all documents, with those of before there were stores, and find what is missing', async () => {
  const s3 = await startS3Server()
  const folder = await temporaryFolder()
  const own = await ownDatabase()
  onTestFinished(own.remove)
  const env = { ...own.env, NODE_ENV: 'development', DOCUMENT_FOLDER: folder, ...s3.env }
  expect(await runProcess('src/demo/seed.ts', env, [])).toMatchObject({ status: 0 })
  const expectReadable = async () => {
    const { process, address } = await startService(env)
    const { data: signedIn } = await ask(address, LOGIN, {})
    const token = signedIn.login.accessToken as string
    const { data } = await ask(address, LIST, {}, token)
    const headers = { authorization: `Bearer ${token}` }
    for (const { id, sha256 } of data.documents.nodes) {
      const response = await fetch(`${address}/documents/${id}`, { headers })
      const content = Buffer.from(await response.arrayBuffer())
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    }
    process.kill('SIGTERM')
    await process.exited(0)
    return data.documents.nodes.length as number
  }
  const status = async () =>
    Object.fromEntries(
      (await adminJson(env, ['documents', 'status'])).map(
        (row: { store: string; documents: number; unfinished: number }) => [
          row.store,
          [row.documents, row.unfinished],
        ],
      ),
    ) as Record<string, number[]>

  expect(await expectReadable()).toBe(10)
  const [documents = 0] = (await status())['database'] ?? []
  expect(documents).toBeGreaterThan(10)

  const moved = await adminJson(env, ['documents', 'move', '--to', 'folder'])
  expect(moved).toEqual({ moved: documents, bytes: expect.any(Number) as number, failed: 0 })
  expect(await status()).toEqual({ database: [0, 0], folder: [documents, 0], s3: [0, 0] })
  await expectReadable()
  const checked = { documents, problems: 0, unknownObjects: 0, deletedObjects: 0 }
  expect(await adminJson(env, ['documents', 'check', '--read'])).toEqual(checked)

  const [company = ''] = await readdir(folder)
  const [first = ''] = await readdir(join(folder, company))
  const [object = ''] = await readdir(join(folder, company, first))
  await rm(join(folder, company, first, object))
  const stray = `${company}/aa/00000000-0000-0000-0000-0000000000aa`
  await mkdir(join(folder, company, 'aa'), { recursive: true })
  await writeFile(join(folder, stray), 'x')
  await writeFile(join(folder, 'file-of-another-program'), 'x')
  const check = await runAdmin(env, ['documents', 'check', '--delete-unknown', '--json'])
  expect([check.status, JSON.parse(check.stdout)]).toEqual([
    1,
    { documents, problems: 1, unknownObjects: 2, deletedObjects: 1 },
  ])
  expect(check.stderr).toContain('store folder: is missing')
  expect(check.stderr).toContain(`no document has the object ${stray}`)
  await expect(readFile(join(folder, stray))).rejects.toThrow('ENOENT')
  expect(await readFile(join(folder, 'file-of-another-program'), 'utf8')).toBe('x')

  const failed = await runAdmin(env, ['documents', 'move', '--to', 's3', '--json'])
  expect([failed.status, JSON.parse(failed.stdout)]).toMatchObject([
    1,
    { moved: documents - 1, failed: 1 },
  ])
  expect(await status()).toEqual({ database: [0, 0], folder: [1, 0], s3: [documents - 1, 0] })
})

it('deletes no object if the database is empty, or names no object', async () => {
  const own = await ownDatabase()
  onTestFinished(own.remove)
  const env = { ...own.env, DOCUMENT_FOLDER: await temporaryFolder() }
  const object = '1/aa/00000000-0000-0000-0000-0000000000aa'
  await mkdir(join(env.DOCUMENT_FOLDER, '1/aa'), { recursive: true })
  await writeFile(join(env.DOCUMENT_FOLDER, object), 'x')
  const check = () => runAdmin(env, ['documents', 'check', '--delete-unknown'])
  const empty = await check()
  const reason = own.embedded ? 'has no database' : 'The database is empty'
  expect([empty.status, empty.stderr]).toEqual([1, expect.stringContaining(reason)])
  expect((await runAdmin(env, ['company', 'list'])).status).toBe(1)

  await createAcme(env, 'ann@acme.example', 'a password of an operator')
  const { status, stderr } = await check()
  expect([status, stderr]).toEqual([1, expect.stringContaining('The database has no object')])
  expect(await readFile(join(env.DOCUMENT_FOLDER, object), 'utf8')).toBe('x')
})

it('a store that is not configured is named', async () => {
  const own = await ownDatabase()
  onTestFinished(own.remove)
  await createAcme(own.env, 'ann@acme.example', 'a password of an operator')
  const { status, stderr } = await runAdmin(own.env, ['documents', 'move', '--to', 's3'])
  expect([status, stderr]).toEqual([1, expect.stringContaining('set S3_BUCKET')])
})
