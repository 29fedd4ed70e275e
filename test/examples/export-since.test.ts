import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { newAsset, newCompany, newZone } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { page } from '../support/http-proxy.js'
import { scriptsThroughProxy } from './script-runs.js'

const db = testDatabase()

/** A company with assets that were changed an hour, or ten minutes, ago. */
async function setUp() {
  const company = await newCompany(db)
  const { companyId } = company
  const { id: zoneId } = await newZone(company)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const touch = (code: string, minutes: number, more: { deletedAt?: Date } = {}) =>
    db.prisma.asset.updateMany({
      where: { companyId, code },
      data: { updatedAt: minutesAgo(minutes), ...more },
    })
  for (const code of ['A', 'B', 'C']) {
    await newAsset(company, { code, zoneId, updatedAt: minutesAgo(60) })
  }
  await touch('A', 10)
  const scripts = await scriptsThroughProxy(company)
  const exportAssets = async (...args: string[]) => {
    const result = await scripts.run('export', 'assets', ...args)
    const records: Record<string, string>[] = parse(result.stdout, { columns: true })
    return { ...result, records, codes: records.map(({ code }) => code) }
  }
  const cursor = join(scripts.folder, 'cursor')
  return { front: scripts.front, minutesAgo, touch, exportAssets, cursor }
}

test('export --since has the records that were changed, the last change at the end', async () => {
  const { minutesAgo, touch, exportAssets } = await setUp()
  const since = ['--since', minutesAgo(30).toISOString()]
  const { codes, stderr } = await exportAssets(...since)
  expect(codes).toEqual(['A'])
  const next = /The next export: --since (\S+)/.exec(stderr)?.[1] ?? ''
  expect(Date.parse(next)).toBeGreaterThan(minutesAgo(10).getTime())
  expect(Date.parse(next)).toBeLessThan(minutesAgo(4).getTime())
  await touch('C', 20)
  expect((await exportAssets(...since)).codes).toEqual(['C', 'A'])
  const filter = ['--filter', '{"codes": ["B", "C"], "and": [{"overdue": false}]}']
  expect((await exportAssets(...since, ...filter)).codes).toEqual(['C'])
  expect((await exportAssets('--since', next)).codes).toEqual([])
})

test('export --since continues after the time in a file, with removed records if they are wanted', async () => {
  const { touch, exportAssets, cursor, minutesAgo } = await setUp()
  expect((await exportAssets('--since', cursor)).codes).toEqual(['B', 'C', 'A'])
  expect((await exportAssets('--since', cursor)).codes).toEqual([])
  await touch('B', 0, { deletedAt: minutesAgo(0) })
  expect((await exportAssets('--since', cursor)).codes).toEqual([])
  const { records } = await exportAssets('--since', cursor, '--removed')
  expect(records).toMatchObject([{ code: 'B', removedAt: expect.stringMatching(/^20/) }])
})

test.each(['2026-11-27', '27.11.2026', '2026-11-27T10:00', 'missing/assets.time'])(
  'export --since %s is refused before anything is exported',
  async (since) => {
    const { exportAssets } = await setUp()
    expect(await exportAssets('--since', since)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/is not a (time with a zone|folder)/),
    })
  },
)

test('an export --since that fails keeps the time in the file', async () => {
  const { front, exportAssets, cursor } = await setUp()
  front.handle = async (body, forward) => (body.includes('assets(') ? page(503) : forward())
  expect((await exportAssets('--since', cursor, '--attempts', '1')).status).toBe(2)
  await expect(stat(cursor)).rejects.toThrow('ENOENT')
  front.handle = (_, forward) => forward()
  await writeFile(cursor, 'yesterday')
  expect(await exportAssets('--since', cursor)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('does not contain a time'),
  })
  expect(await readFile(cursor, 'utf8')).toBe('yesterday')
})
