import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { Client } from '../../examples/client/client.js'
import { ExportAssetsDocument } from '../../examples/client/generated/graphql.js'
import { requestResults } from '../../examples/scripts/import/request-results.js'
import { ASSETS } from '../../examples/scripts/import/nouns/assets.js'
import { createSend } from '../../examples/scripts/import/send.js'
import {
  customField,
  newAsset,
  newAssetType,
  newClient,
  newCompany,
  newSite,
  newZone,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { openHttpProxy, page } from '../support/http-proxy.js'
import { countAssets, scriptsThroughProxy } from './script-runs.js'

const db = testDatabase()
const HEADER = 'type,site,zone,barcode'

/** A company with a zone and an asset type, the scripts of its admin, and a front of the service. */
async function setUp() {
  const company = await newCompany(db, { allowExternalBarcodes: true })
  const site = await newSite(company, { name: 'Dover' })
  const zone = await newZone(company, { name: 'Hall', siteId: site.id })
  const customFields = [customField({ label: 'Capacity', options: ['2 kg', '6 litres'] })]
  const type = await newAssetType(company, { shortCode: 'FE', name: 'Extinguisher', customFields })
  const scripts = await scriptsThroughProxy(company)
  const onboard = (...args: string[]) => scripts.run('import', 'assets', scripts.file, ...args)
  return { company, zone, type, onboard, ...scripts }
}

const rows = (count: number) => Array.from({ length: count }, () => 'FE,Dover,Hall,')
const isCreation = (body: string) =>
  body.includes('createAssets') && body.includes('"dryRun":false')

const barcodesOf = async ({ companyId }: TestCompany) => {
  const barcodes = await db.prisma.barcode.findMany({
    where: { companyId },
    orderBy: { id: 'asc' },
  })
  return barcodes.map(({ data }) => data)
}

describe('import assets', () => {
  test('creates the assets of a file, and does not create them again', async () => {
    const { write, onboard, report, zone, type, front, env } = await setUp()
    await write(
      '\uFEFFtype,typeId,zoneId,site,zone,code,barcode,riskLevel,custom:Capacity',
      'fe,,,dover,HALL,A-1,B-1,high,6 litres',
      `,${type.uuid},${zone.uuid},,,,,,`,
      '"Extinguisher",,,,Hall,"A,2",,,',
    )
    const first = await onboard()
    expect(first).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('3 rows: 3 created.'),
    })
    expect(await report()).toMatchObject([
      { line: '2', status: 'created', code: 'A-1', barcode: 'B-1', errors: '' },
      { line: '3', status: 'created', code: expect.stringMatching(/^FE-/) },
      { line: '4', status: 'created', code: 'A,2' },
    ])
    const client = new Client({ url: env.FIELD_INSPECTION_URL })
    await client.signIn(env.FIELD_INSPECTION_USERNAME, env.FIELD_INSPECTION_PASSWORD)
    const variables = { filter: { codes: ['A-1'] }, count: false }
    const { assets } = await client.request(ExportAssetsDocument, variables)
    expect(assets.nodes).toMatchObject([
      { riskLevel: 'HIGH', zone: { id: zone.uuid }, customFieldValues: [{ value: '6 litres' }] },
    ])
    front.bodies.length = 0
    const second = await onboard()
    expect(second.stdout).toContain('3 rows: 3 created before.')
    expect(front.bodies.filter(isCreation)).toEqual([])
    expect((await report()).map(({ code }) => code)).toContain('A-1')
  })

  test('reports invalid rows, and creates the others; a second run creates what was corrected', async () => {
    const { company, write, onboard, report } = await setUp()
    await newAsset(company, { barcode: 'TAKEN' })
    const lines = [
      'FE,Dover,Hall,B-1,,',
      'FE,Dover,Nowhere,B-2,,',
      'XX,Dover,Hall,B-3,,',
      'FE,Dover,Hall,B-1,,',
      'FE,Dover,Hall,TAKEN,,',
      'FE,Dover,Hall,B-6,SEVERE,',
      'FE,Dover,Hall,B-7,,9 litres',
      'FE,Dover',
      ',Dover,Hall,B-9,,',
      'FE,Dover,Hall,B-10,,2 kg',
    ]
    const header = `${HEADER},riskLevel,custom:Capacity`
    await write(header, ...lines)
    expect(await onboard()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('10 rows: 2 created, 8 failed.'),
    })
    const errors = (await report()).map(({ line, errors }) => `${line} ${errors}`)
    expect(errors).toEqual([
      '2 ',
      '3 zone: There is no zone "Dover / Nowhere".',
      '4 type: There is no asset type "XX".',
      '5 barcode: Line 2 has the same value.',
      expect.stringMatching(/^6 barcode: /),
      '7 riskLevel: "SEVERE" is not one of CRITICAL, HIGH, LOW, MEDIUM.',
      '8 custom:Capacity: One of 2 kg, 6 litres is expected.',
      '9 The row has 2 values; the header has 6 columns. zone: A value is missing.',
      '10 type: A value is missing.',
      '11 ',
    ])
    const corrected = lines.map((line) => line.replace('Nowhere', 'Hall').replace('SEVERE', 'LOW'))
    await write(header, 'FE,Dover,Hall,B-0,,', ...corrected.reverse())
    const { stdout } = await onboard()
    expect(stdout).toContain('3 created')
    expect(stdout).toContain('2 created before')
    expect((await barcodesOf(company)).sort()).toEqual(
      ['B-0', 'B-1', 'B-10', 'B-2', 'B-6', 'TAKEN'].sort(),
    )
  })

  test('a site may have the name of its client before it', async () => {
    const { company, write, onboard, report, zone } = await setUp()
    const client = await newClient(company, { legalName: 'Harbour' })
    const site = await newSite(company, { clientId: client.id, name: 'Dover' })
    const other = await newZone(company, { name: 'Hall', siteId: site.id })
    const asset = await newAsset(company, { code: 'A-1', zoneId: zone.id })
    await write(
      'code,type,site,zone',
      'A-1,,Harbour / Dover,',
      'A-2,FE,Harbour / Dover,Hall',
      'A-3,FE,Nowhere,Hall',
    )
    expect((await onboard()).stdout).toContain('3 rows: 1 updated, 1 created, 1 failed.')
    expect((await report()).at(-1)).toMatchObject({ errors: 'site: There is no site "Nowhere".' })
    const { companyId } = company
    const zones = await db.prisma.asset.findMany({ where: { companyId }, orderBy: { code: 'asc' } })
    expect(zones.map(({ id, zoneId }) => [id === asset.id, zoneId])).toEqual([
      [true, other.id],
      [false, other.id],
    ])
  })

  test('codes that differ only in case are of different assets', async () => {
    const { company, write, onboard, run, report, file } = await setUp()
    await newAsset(company, { code: 'A-1' })
    await newAsset(company, { code: 'a-2' })
    await newAsset(company, { code: 'A-2' })
    await write('code,type,zone,riskLevel', 'a-1,FE,Hall,low', 'A-2,,,high')
    expect((await onboard()).stdout).toContain('2 rows: 1 created, 1 updated.')
    await write('asset,title,severity', 'a-2,Rust,low', 'A-3,Rust,low')
    await run('import', 'findings', file, '--journal', `${file}.2`)
    expect(await report()).toMatchObject([
      { status: 'created' },
      { errors: 'asset: There is no asset "A-3".' },
    ])
  })

  test('a row that GraphQL refuses, as it has the wrong type, does not stop the others', async () => {
    const { company, zone, type, env } = await setUp()
    const client = new Client({ url: env.FIELD_INSPECTION_URL })
    await client.signIn(env.FIELD_INSPECTION_USERNAME, env.FIELD_INSPECTION_PASSWORD)
    const row = { zoneId: zone.uuid, typeId: type.uuid }
    const inputs = [row, { ...row, riskLevel: 'SEVERE' as never }, row, { ...row, zoneId: 'none' }]
    const { signal } = new AbortController()
    const options = { verb: 'created' as const, idempotencyKey: 'one key', dryRun: false, signal }
    const send = createSend(client, ASSETS)
    const request = () => requestResults(send, inputs, options)
    const results = await request()
    const written = { written: { id: expect.any(String), code: expect.any(String) } }
    expect(results).toMatchObject([
      written,
      { errors: [{ field: ['riskLevel'], message: expect.stringContaining('SEVERE') }] },
      written,
      { errors: [{ field: ['zoneId'] }] },
    ])
    expect(await request()).toEqual(results)
    expect(await countAssets(company)).toBe(2)
  })

  test('checks all rows with --dry-run, and writes nothing', async () => {
    const { company, write, onboard, counts, journal } = await setUp()
    await newAsset(company, { barcode: 'TAKEN' })
    await write(HEADER, ...rows(300), 'FE,Dover,Hall,TAKEN')
    expect((await onboard('--dry-run')).status).toBe(1)
    expect(await counts()).toEqual({ valid: 300, failed: 1 })
    expect(await countAssets(company)).toBe(1)
    await expect(stat(journal)).rejects.toThrow('ENOENT')
  })

  test.each([
    [
      'an unknown column',
      `${HEADER},colour\n`,
      /The column "colour" is unknown. Columns: id, code, /,
    ],
    ['a missing column', 'type,site\n', /The column zone or zoneId is missing\./],
    ['a repeated column', `${HEADER},type\n`, /The column "type" occurs twice\./],
    ['an open quote', `${HEADER}\n"FE,Dover,Hall,\n`, /Quote Not Closed/],
    ['an empty file', '', /is empty\./],
    [
      'another encoding',
      Buffer.from(`${HEADER}\nFE,D\xfcver,Hall,\n`, 'latin1'),
      /neither UTF-8 nor UTF-16/,
    ],
  ])('refuses %s before it sends anything', async (_, content, message) => {
    const { file, onboard, front } = await setUp()
    await writeFile(file, content)
    expect(await onboard()).toMatchObject({ status: 2, stderr: expect.stringMatching(message) })
    expect(front.bodies).toEqual([])
  })

  test('exits with 2 if it cannot read the file or sign in', async () => {
    const { company, write, onboard, env } = await setUp()
    expect(await onboard()).toMatchObject({ status: 2, stderr: expect.stringContaining('ENOENT') })
    await write(HEADER, ...rows(1))
    env.FIELD_INSPECTION_PASSWORD = 'wrong'
    expect(await onboard()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('credentials are not valid'),
    })
    expect((await onboard('--batch-size', '251')).status).toBe(2)
    expect(await countAssets(company)).toBe(0)
  })
})

describe('an import that stops', () => {
  /** Withholds the response to the third batch. Resolves when that is executed. */
  function holdThirdBatch(front: Awaited<ReturnType<typeof openHttpProxy>>): Promise<void> {
    let batches = 0
    return new Promise((resolve) => {
      front.handle = async (body, forward) => {
        const answer = await forward()
        if (!isCreation(body) || (batches += 1) !== 3) return answer
        resolve()
        return new Promise(() => undefined)
      }
    })
  }
  const BATCHES = ['--batch-size', '100']

  test('at Ctrl-C is continued by the same command, and nothing is created twice', async () => {
    const { company, file, write, start, onboard, counts, front } = await setUp()
    await write(HEADER, ...rows(600))
    const held = holdThirdBatch(front)
    const interrupted = start('import', 'assets', file, ...BATCHES)
    await held
    interrupted.kill('SIGINT')
    await interrupted.exited(130)
    expect(interrupted.output()).toContain('To continue, run the same command again.')
    expect(await counts()).toEqual({ created: 200, unknown: 100, 'not sent': 300 })
    expect(await countAssets(company)).toBe(300)
    front.handle = (_, forward) => forward()
    expect((await onboard(...BATCHES)).status).toBe(0)
    expect(await counts()).toEqual({ 'created before': 300, created: 300 })
    expect(await countAssets(company)).toBe(600)
  })

  test('at kill -9, with half a line in its journal, is continued too', async () => {
    const { company, file, write, start, onboard, counts, front, journal } = await setUp()
    await write(HEADER, ...rows(400))
    const held = holdThirdBatch(front)
    const killed = start('import', 'assets', file, ...BATCHES)
    await held
    await killed.destroy()
    await appendFile(journal, '{"answered":"019')
    front.handle = (_, forward) => forward()
    expect((await onboard(...BATCHES)).status).toBe(0)
    expect(await counts()).toEqual({ 'created before': 300, created: 100 })
    expect(await countAssets(company)).toBe(400)
  })

  test('shows which rows were not sent if the service stays unavailable', async () => {
    const { company, write, onboard, counts, front } = await setUp()
    await write(HEADER, ...rows(300))
    let batches = 0
    front.handle = async (body, forward) =>
      isCreation(body) && (batches += 1) > 1 ? page(503) : forward()
    const { status, stderr } = await onboard(...BATCHES, '--attempts', '2')
    expect([status, await counts()]).toEqual([1, { created: 100, unknown: 100, 'not sent': 100 }])
    expect(stderr).toContain('The response has the status 503. Waiting')
    expect(await countAssets(company)).toBe(100)
  })

  test('creates nothing twice while connections are cut after each batch', async () => {
    const { company, write, onboard, counts, front } = await setUp()
    await write(HEADER, ...rows(500))
    let requests = 0
    front.handle = async (body, forward) => {
      const answer = await forward()
      return isCreation(body) && (requests += 1) % 2 === 1 ? undefined : answer
    }
    expect((await onboard(...BATCHES)).status).toBe(0)
    expect(requests).toBe(10)
    expect(await counts()).toEqual({ created: 500 })
    expect(await countAssets(company)).toBe(500)
  })

  test.each([
    ['created', 400],
    // The rows of the batch are sent again, as the user says.
    ['missing', 500],
  ])('for more than a day needs --lost-batch: %s', async (decision, count) => {
    const { company, file, write, start, onboard, front, journal } = await setUp()
    await write(HEADER, ...rows(400))
    const held = holdThirdBatch(front)
    const killed = start('import', 'assets', file, ...BATCHES)
    await held
    await killed.destroy()
    const text = await readFile(journal, 'utf8')
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString()
    await writeFile(journal, text.replaceAll(/"sentAt":"[^"]+"/g, `"sentAt":"${yesterday}"`))
    front.handle = (_, forward) => forward()
    const refused = await onboard(...BATCHES)
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--lost-batch')])
    expect(await countAssets(company)).toBe(300)
    expect((await onboard(...BATCHES, '--lost-batch', decision)).status).toBe(0)
    expect(await countAssets(company)).toBe(count)
  })

  test('because the session has ended keeps the key of a batch whose response was lost', async () => {
    const { company, write, onboard, counts, front } = await setUp()
    await write(HEADER, ...rows(300))
    let batches = 0
    front.handle = async (body, forward) => {
      const answer = await forward()
      if (!isCreation(body) || (batches += 1) !== 2) return answer
      const { companyId } = company
      await db.prisma.session.updateMany({ where: { companyId }, data: { revokedAt: new Date() } })
      return undefined
    }
    expect((await onboard(...BATCHES)).status).toBe(1)
    expect(await counts()).toEqual({ created: 100, unknown: 100, 'not sent': 100 })
    expect((await onboard(...BATCHES)).status).toBe(0)
    expect(await countAssets(company)).toBe(300)
  })

  test('is not continued by another user, nor by two processes', async () => {
    const { company, file, write, start, onboard, env, front } = await setUp()
    await write(HEADER, ...rows(300))
    const held = holdThirdBatch(front)
    const running = start('import', 'assets', file, ...BATCHES)
    await held
    const second = await onboard()
    expect([second.status, second.stderr]).toEqual([2, expect.stringMatching(/^Process \d+ uses/m)])
    await running.destroy()
    env.FIELD_INSPECTION_USERNAME = company.users.technician.email
    const other = await onboard()
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('another import')])
    // The file of the rows, by mistake: its last line has no line break.
    const mistaken = await onboard('--journal', file)
    expect([mistaken.status, mistaken.stderr]).toEqual([
      2,
      expect.stringContaining('not a journal'),
    ])
    expect(await readFile(file, 'utf8')).toMatch(/\nFE,Dover,Hall,$/)
    expect(await countAssets(company)).toBe(300)
  })
})
