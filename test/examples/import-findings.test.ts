import { readFile, writeFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { expect, test } from 'vitest'
import { newAsset, newCompany, newFinding } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { scriptsOf } from './script-runs.js'

const db = testDatabase()

type Line = Record<string, string>

const setUp = async () => {
  const company = await newCompany(db)
  const { id: assetId } = await newAsset(company, { code: 'A-1' })
  const scripts = await scriptsOf(company)
  const exported = async (): Promise<Line[]> => {
    const { stdout } = await scripts.run('export', 'findings')
    return parse(stdout, { columns: true })
  }
  let imports = 0
  const imported = async (lines: readonly Line[]) => {
    await writeFile(scripts.file, stringify([...lines], { header: true }))
    const journal = `${scripts.file}.${(imports += 1)}.journal`
    const { stderr } = await scripts.run('import', 'findings', scripts.file, '--journal', journal)
    expect(stderr).toBeDefined()
    return (await scripts.report()).map(({ status, errors }) => [status, errors])
  }
  return { company, assetId, exported, imported, ...scripts }
}

test('an import changes findings, and resolves, accepts and reopens them', async () => {
  const { company, assetId, exported, imported } = await setUp()
  for (const title of ['Torn hose', 'No label', 'Rust', 'Dents'])
    await newFinding(company, { assetId, title })
  const closed = { status: 'resolved', resolution: 'Mended.', resolvedAt: new Date() } as const
  await newFinding(company, { assetId, title: 'Lost pin', ...closed })
  const lines = await exported()
  expect(await imported(lines)).toEqual(Array(5).fill(['unchanged', '']))

  const [hose, label, rust, dents, pin] = lines as [Line, Line, Line, Line, Line]
  const change = (line: Line, more: Line) => ({ ...line, ...more })
  expect(
    await imported([
      change(hose, { severity: 'critical', note: 'At the nozzle' }),
      change(label, { status: 'RESOLVED', resolution: 'New label.' }),
      change(rust, { status: 'accepted', resolution: 'Only the paint.' }),
      dents,
      change(pin, { status: 'OPEN' }),
    ]),
  ).toEqual([
    ['updated', ''],
    ['updated', ''],
    ['updated', ''],
    ['unchanged', ''],
    ['updated', ''],
  ])
  expect(await exported()).toMatchObject([
    { title: 'Torn hose', severity: 'CRITICAL', note: 'At the nozzle', status: 'OPEN' },
    { title: 'No label', status: 'RESOLVED', resolution: 'New label.' },
    { title: 'Rust', status: 'ACCEPTED', resolution: 'Only the paint.' },
    dents,
    { title: 'Lost pin', status: 'OPEN', resolution: '', resolvedAt: '' },
  ])
})

test('an import refuses rows that no mutation of findings can write', async () => {
  const { company, assetId, exported, imported } = await setUp()
  await newAsset(company, { code: 'A-2' })
  for (const title of ['1', '2', '3', '4', '5', '6'])
    await newFinding(company, { assetId, title: `Finding ${title}` })
  const [one, two, three, four, five, six] = (await exported()) as [
    Line,
    Line,
    Line,
    Line,
    Line,
    Line,
  ]
  const before = await exported()
  const resolved = { status: 'RESOLVED', resolution: 'Done.' }
  expect(
    await imported([
      { ...one, ...resolved, severity: 'LOW' },
      { ...two, resolution: 'Done.' },
      { ...three, ...resolved, updatedAt: '2020-01-01T00:00:00.000Z' },
      { ...four, status: 'CLOSED' },
      { ...five, 'asset.id': '', 'asset.code': 'A-2' },
      { ...six, status: 'RESOLVED' },
    ]),
  ).toEqual([
    ['failed', 'status: Change the status in one import, and other values in another.'],
    ['failed', 'resolution: The resolution changes only with the status.'],
    ['failed', 'updatedAt: The record has been changed since.'],
    ['failed', 'status: "CLOSED" is not one of ACCEPTED, OPEN, RESOLVED.'],
    ['failed', 'asset.code: The asset of a finding cannot be changed.'],
    ['failed', expect.stringMatching(/^resolution: /)],
  ])
  expect(await exported()).toEqual(before)
})

test('an import opens findings', async () => {
  const { file, exported, imported } = await setUp()
  const row = { asset: 'A-1', title: 'No sign', severity: 'high', note: '', status: '' }
  expect(
    await imported([
      row,
      { ...row, title: 'Blocked', note: 'By a pallet', status: 'OPEN' },
      { ...row, title: 'Old', status: 'RESOLVED' },
      { ...row, asset: 'A-9' },
    ]),
  ).toEqual([
    ['created', ''],
    ['created', ''],
    ['failed', 'status: A new finding is open.'],
    ['failed', 'asset: There is no asset "A-9".'],
  ])
  expect(await exported()).toMatchObject([
    { 'asset.code': 'A-1', title: 'No sign', severity: 'HIGH', status: 'OPEN' },
    { title: 'Blocked', note: 'By a pallet' },
  ])
  // Findings have no key, so a lost batch must have been executed completely or not at all.
  const batches = (await readFile(`${file}.1.journal`, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{"sent"'))
  expect(batches).toHaveLength(2)
})
