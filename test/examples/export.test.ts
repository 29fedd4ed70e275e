import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../../examples/client/client.js'
import { LIST_NAMES } from '../../examples/scripts/export/list-names.js'
import { LISTS } from '../../examples/scripts/export/lists.js'
import {
  newAsset,
  newCompany,
  newSite,
  newZone,
  PASSWORD,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { service } from '../support/graphql.js'
import { page } from '../support/http-proxy.js'
import { newPopulatedCompany } from '../support/populated-company.js'
import { scriptsThroughProxy } from './script-runs.js'

const db = testDatabase()

let target: string
let company: TestCompany
let codes: string[]
beforeAll(async () => {
  target = await service()
  company = await newCompany(db)
  const site = await newSite(company, { name: '=HYPERLINK("x")' })
  const zone = await newZone(company, { name: 'Hall, "North"\nand South', siteId: site.id })
  codes = Array.from({ length: 250 }, (_, index) => `A-${index}`)
  for (const code of codes) await newAsset(company, { code, zoneId: zone.id })
})

async function setUp(of = company) {
  const scripts = await scriptsThroughProxy(of)
  const exportList = (...args: string[]) => scripts.run('export', ...args)
  return { exportList, ...scripts }
}

const records = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, bom: true })
const codesOf = (all: readonly Record<string, unknown>[]) => all.map(({ code }) => code)

test.each(LIST_NAMES)('an export of %s says which records are removed', (name) => {
  expect(LISTS[name].columns).toContain('removedAt')
})

describe('export', () => {
  test('writes every page as CSV', async () => {
    const { exportList } = await setUp()
    const { status, stdout, stderr } = await exportList('assets')
    expect(status).toBe(0)
    const all = records(stdout)
    expect(codesOf(all)).toEqual(codes)
    expect(all[0]).toMatchObject({
      'zone.name': 'Hall, "North"\nand South',
      'site.name': '=HYPERLINK("x")',
      riskLevel: '',
      customFieldValues: '[]',
    })
    expect(stderr).toContain('250 of 250')
  })

  test('writes every page as JSON lines', async () => {
    const { exportList, folder } = await setUp()
    const output = join(folder, 'assets.jsonl')
    const { status, stdout } = await exportList('assets', '--format', 'jsonl', '--output', output)
    expect([status, stdout]).toEqual([0, ''])
    const lines = (await readFile(output, 'utf8')).trimEnd().split('\n')
    const all = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(codesOf(all)).toEqual(codes)
    expect(all[0]).toMatchObject({ riskLevel: null, zone: { name: 'Hall, "North"\nand South' } })
  })

  test('writes what the filter finds, and a header if it finds nothing', async () => {
    const { exportList } = await setUp()
    const found = await exportList('assets', '--filter', '{"codes": ["A-1", "A-200"]}')
    expect(codesOf(records(found.stdout))).toEqual(['A-1', 'A-200'])
    const none = await exportList('assets', '--filter', '{"codes": ["none"]}')
    expect(none).toMatchObject({ status: 0, stdout: expect.stringMatching(/^id,.*\n$/) })
  })

  test('with --spreadsheet, a value cannot be a formula', async () => {
    const { exportList, folder } = await setUp()
    const output = join(folder, 'sites.csv')
    await exportList('sites', '--spreadsheet', '--output', output)
    const text = await readFile(output, 'utf8')
    // Without a byte order mark, Excel reads UTF-8 as another encoding.
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(records(text)[0]?.['name']).toBe(`'=HYPERLINK("x")`)
  })

  test('repeats pages whose response is lost', async () => {
    const { exportList, front } = await setUp()
    let requests = 0
    front.handle = async (_, forward) => {
      const answer = await forward()
      return (requests += 1) % 2 ? undefined : answer
    }
    const { status, stdout } = await exportList('assets')
    expect([status, codesOf(records(stdout))]).toEqual([0, codes])
  })

  test('leaves no file if it fails or is interrupted', async () => {
    const { exportList, start, front, folder } = await setUp()
    const output = join(folder, 'assets.csv')
    let pages = 0
    const fail = () => {
      pages = 0
      front.handle = async (body, forward) =>
        body.includes('assets(') && (pages += 1) > 2 ? page(503) : forward()
    }
    fail()
    const failed = await exportList('assets', '--output', output, '--attempts', '1')
    expect([failed.status, failed.stderr]).toEqual([2, expect.stringContaining('status 503')])
    fail()
    const interrupted = start('export', 'assets', '--output', output, '--attempts', '1000')
    await interrupted.printed('Waiting')
    interrupted.kill('SIGINT')
    await interrupted.exited(130)
    for (const path of [output, `${output}.part`])
      await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  test.each([
    ['another list', ['cats'], /Allowed choices are assets, /],
    ['a filter that is not JSON', ['assets', '--filter', '{'], /It must be a JSON object/],
    ['a filter of another list', ['assets', '--filter', '{"emails": []}'], /emails/],
    ['a folder that does not exist', ['assets', '--output', '/nowhere/a.csv'], /ENOENT/],
    ['a URL that is none', ['assets', '--url', 'localhost'], /localhost is not a URL/],
  ])('exits with 2 for %s', async (_, args, message) => {
    const { exportList } = await setUp()
    expect(await exportList(...args)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(message),
    })
  })

  test('has the columns of every list', async () => {
    const populated = await newPopulatedCompany({ full: true })
    const { companyId, inspection } = populated
    const version = await db.prisma.checklistVersion.findFirstOrThrow({ where: { companyId } })
    await db.prisma.inspection.update({
      where: { companyId_id: { companyId, id: inspection.id } },
      data: { checklistVersionId: version.id, answerData: {} },
    })
    const client = new Client({ url: `${target}/graphql` })
    await client.signIn(populated.users.admin.email, PASSWORD)
    const { signal } = new AbortController()
    for (const [name, list] of Object.entries(LISTS)) {
      expect(await list.count(client, null, signal), name).toBeGreaterThan(0)
      for await (const record of list.records(client, null, signal)) {
        expect(leavesOf(record), name).toEqual(list.columns)
        break
      }
    }
  })
})

/** The paths of the values of a record. A null has the columns of the object that it replaces. */
function leavesOf(record: unknown): string[] {
  return Object.entries(record as object).flatMap(([name, all]) => {
    const value: unknown = name === 'nodes' ? all[0] : all
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leavesOf(value).map((path) => `${name}.${path}`)
      : [name]
  })
}
