import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  newAsset,
  newClient,
  newCompany,
  newFinding,
  newJob,
  newSite,
  newZone,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { photograph } from '../support/photographs.js'
import { sha256Of } from '../support/reports.js'
import { scriptsOf } from './script-runs.js'

const db = testDatabase()

test.each([
  ['asset', newAsset],
  ['client', newClient],
  ['finding', newFinding],
  ['job', newJob],
  ['site', newSite],
] as const)('fis upload attaches files to the record: %s', async (name, build) => {
  const company = await newCompany(db)
  const record = await build(company)
  const { folder, run } = await scriptsOf(company)
  const content = await (await photograph()).jpeg().toBuffer()
  for (const file of ['one.jpg', 'two.jpg']) await writeFile(join(folder, file), content)
  const paths = ['one.jpg', 'two.jpg'].map((file) => join(folder, file))
  const { status, stdout, stderr } = await run('upload', ...paths, '--to', record.uuid)
  expect([status, stderr]).toEqual([0, expect.stringContaining('Signed in')])
  const documents = await db.prisma.document.findMany({
    where: { companyId: company.companyId, [`${name}Id`]: record.id },
    orderBy: { name: 'asc' },
  })
  const lines = documents.map(({ uuid, name: file }) => `${uuid}  ${sha256Of(content)}  ${file}\n`)
  expect(lines).toHaveLength(2)
  expect(stdout).toBe(lines.join(''))
})

test('fis upload says why nothing was attached', async () => {
  const company = await newCompany(db)
  const { folder, run } = await scriptsOf(company)
  const path = join(folder, 'text.jpg')
  await writeFile(path, 'no picture')
  const { uuid } = await newJob(company)
  const { uuid: zone } = await newZone(company)
  const errorOf = async (...args: string[]) => {
    const { status, stderr } = await run('upload', ...args)
    return [status, stderr.trim().split('\n').at(-1)]
  }
  expect(await errorOf(join(folder, 'none.jpg'), '--to', uuid)).toEqual([
    2,
    expect.stringContaining('cannot be read'),
  ])
  expect(await errorOf(path, '--to', uuid)).toEqual([
    2,
    expect.stringContaining('one of these types'),
  ])
  expect(await errorOf(path, '--to', zone)).toEqual([2, expect.stringContaining('(Zone)')])
  const none = '019b76da-a8a6-75d2-aa75-997c77ef3f05'
  expect(await errorOf(path, '--to', none)).toEqual([2, expect.stringContaining('no record')])
})
