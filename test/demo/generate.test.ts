import { fileTypeFromBuffer } from 'file-type'
import { describe, expect, it } from 'vitest'
import { generateCompany } from '../../src/demo/generate/company.js'
import { pdf, PNG } from '../../src/demo/generate/files.js'
import type { Section } from '../../src/domain/checklist/checklist-content.js'
import { demoCompanies } from '../../src/demo/demo-companies.js'
import {
  checkCustomFieldValues,
  type CustomField,
} from '../../src/domain/asset/custom-field-values.js'
import { ValidationErrors } from '../../src/domain/validation-errors.js'

const NOW = new Date('2026-03-04T15:16:17Z')
const [harbour, summit] = demoCompanies

const generate = (company = harbour, scale = 1, now = NOW) =>
  generateCompany(company, { scale, now, passwordHash: 'hash' })

const rows = generate()
const larger = generate(harbour, 2)

it('generates the same rows for the same time', () => {
  expect(generate()).toEqual(rows)
})

it('generates the same ids, names, codes and barcodes for any time', () => {
  const later = generate(harbour, 1, new Date('2031-12-31T23:59:59Z'))
  expect(later.Client.map(({ legalName }) => legalName)).toEqual(
    rows.Client.map(({ legalName }) => legalName),
  )
  expect(later.User.map(({ email, lastName }) => [email, lastName])).toEqual(
    rows.User.map(({ email, lastName }) => [email, lastName]),
  )
  expect(later.Site.map(({ name, street }) => [name, street])).toEqual(
    rows.Site.map(({ name, street }) => [name, street]),
  )
  expect(later.Zone.map(({ name }) => name)).toEqual(rows.Zone.map(({ name }) => name))
  const tables = [
    'Company',
    'User',
    'Client',
    'Site',
    'ZoneType',
    'Zone',
    'AssetType',
    'Asset',
    'JobType',
  ] as const
  for (const table of tables) {
    const idsOf = (all: typeof rows) => all[table].map(({ uuid }) => uuid)
    expect(idsOf(later), table).toEqual(idsOf(rows))
  }
  expect(later.Asset.map(({ code }) => code)).toEqual(rows.Asset.map(({ code }) => code))
  expect(later.Barcode.map(({ data }) => data)).toEqual(rows.Barcode.map(({ data }) => data))
})

it('generates the documented number of records of each type', () => {
  expect({
    clients: rows.Client.length,
    sites: rows.Site.length,
    zones: rows.Zone.length,
    assets: rows.Asset.length,
    barcodes: rows.Barcode.length,
    assetTypes: rows.AssetType.length,
    zoneTypes: rows.ZoneType.length,
    jobTypes: rows.JobType.length,
    users: rows.User.length,
    jobs: rows.Job.length,
    inspections: rows.Inspection.length,
  }).toEqual({
    clients: 8,
    sites: 40,
    zones: 200,
    assets: 4012,
    barcodes: 4012,
    assetTypes: 9,
    zoneTypes: 6,
    jobTypes: 5,
    users: 25,
    jobs: 600,
    inspections: 15174,
  })
})

it('generates a tenth for Summit Estates, and multiples with a scale', () => {
  const counts = (scale: number) => {
    const { Site, Zone, Asset, Job, Inspection } = generate(summit, scale)
    return [Site, Zone, Asset, Job, Inspection].map((list) => list.length)
  }
  expect(counts(1)).toEqual([4, 20, 400, 60, 380])
  expect(counts(3)).toEqual([12, 60, 1200, 180, 1140])
})

it('has fewer monthly checks in a larger demo', () => {
  const perAsset = ({ Inspection, Asset }: typeof rows) => Inspection.length / Asset.length
  expect(perAsset(larger)).toBeLessThan(perAsset(rows) * 0.6)
})

it('generates the users of the documentation', () => {
  const emails = rows.User.map(({ email }) => email)
  expect(emails).toContain('admin@harbour.example')
  for (let number = 1; number <= 20; number += 1) {
    expect(emails).toContain(`tech${number}@harbour.example`)
  }
  expect(generate(summit).User.map(({ email }) => email)).toEqual([
    'admin@summit.example',
    'tech1@summit.example',
    'tech2@summit.example',
  ])
})

describe.each(demoCompanies)('in $name', (company) => {
  const made = company === harbour ? larger : generate(company, 2)

  it('gives assets valid values for the custom fields of their types', () => {
    for (const asset of made.Asset) {
      const fields = made.AssetType[asset.typeId - 1]?.customFields as unknown as CustomField[]
      const metaData = asset.metaData as Record<string, string>
      const errors = new ValidationErrors()
      const given = Object.entries(metaData).map(([fieldId, value]) => ({ fieldId, value }))
      checkCustomFieldValues(errors, fields, given, {})
      errors.throwIfAny()
      expect(given.map(({ value }) => value).join()).not.toMatch(/[#?]/)
    }
  })

  it('has custom fields that are required, have options or have defaults', () => {
    const fields = made.AssetType.flatMap((type) => type.customFields as unknown as CustomField[])
    expect(fields.some(({ isRequired }) => isRequired)).toBe(true)
    expect(fields.some(({ isRequired }) => !isRequired)).toBe(true)
    expect(
      fields.every((field) => field.default === '' || field.options.includes(field.default)),
    ).toBe(true)
    expect(fields.some(({ options }) => options.length > 1)).toBe(true)
  })

  it('links zone types to existing asset types, and puts only such assets into their zones', () => {
    const links = new Set(
      made.ZoneTypeAssetType.map((one) => `${one.zoneTypeId}-${one.assetTypeId}`),
    )
    for (const { assetTypeId } of made.ZoneTypeAssetType) expect(assetTypeId).toBeGreaterThan(0)
    for (const { zoneId, typeId } of made.Asset) {
      expect(links).toContain(`${made.Zone[zoneId - 1]?.typeId}-${typeId}`)
    }
  })

  it('has no dates in the future except planned ones', () => {
    for (const list of [made.User, made.Site, made.Zone, made.Asset, made.Job, made.Inspection]) {
      for (const row of list) expect((row.createdAt as Date) < NOW).toBe(true)
    }
    for (const { startedAt, completedAt, cancelledAt, workingSince } of made.Job) {
      for (const time of [startedAt, completedAt, cancelledAt, workingSince]) {
        expect(time === null || (time as Date) <= NOW).toBe(true)
      }
    }
  })

  it('gives sites time zones that exist', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    for (const { timezone } of made.Site) expect(zones).toContain(timezone)
  })
})

it('attaches files whose content has their type and size', async () => {
  expect((await fileTypeFromBuffer(PNG))?.mime).toBe('image/png')
  expect((await fileTypeFromBuffer(pdf('Title')))?.mime).toBe('application/pdf')
  for (const { content, size } of rows.Document) expect(content?.byteLength).toBe(size)
})

it('the cross-reference tables of PDFs have the offsets of their objects', () => {
  const text = Buffer.from(pdf('Title')).toString('latin1')
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]))
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual([
    '1 0 obj',
    '2 0 obj',
    '3 0 obj',
    '4 0 obj',
    '5 0 obj',
  ])
  expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))).toMatch(/^xref/)
})

it('has ladders after all other records: checked each month for a year, with findings that follow from the answers', () => {
  const isLadder = (assetId: number) => rows.Asset[assetId - 1]?.code.startsWith('LA-') ?? false
  const ladders = rows.Asset.filter(({ id }) => isLadder(id))
  expect(ladders).toEqual(rows.Asset.slice(-12))
  const checks = rows.Inspection.filter(({ assetId }) => isLadder(assetId))
  expect(checks).toEqual(rows.Inspection.slice(-checks.length))
  for (const { id } of ladders)
    expect(checks.filter(({ assetId }) => assetId === id).length).toBeGreaterThanOrEqual(12)
  const failed = checks.filter(({ outcome }) => outcome === 'failed')
  const findings = rows.Finding.filter(({ assetId }) => isLadder(assetId))
  const statuses = findings.map(({ status }) => status)
  expect(statuses.filter((status) => status === 'open').length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status === 'resolved').length).toBeGreaterThan(5)
  const ids = new Set(checks.map(({ id }) => id))
  for (const { inspectionId, questionId, resolvedByInspectionId, status } of findings) {
    const answers = checks.find(({ id }) => id === inspectionId)?.answerData
    expect((answers as Record<string, { fails: boolean }>)[questionId ?? '']?.fails).toBe(true)
    expect(ids.has(resolvedByInspectionId ?? 0)).toBe(status === 'resolved')
  }
  expect(failed.length).toBeGreaterThan(0)
  expect(generate(summit).AssetType.map(({ shortCode }) => shortCode)).not.toContain('LA')
})

it('has monthly checks of extinguishers and emergency lights: for a year at every second site, for fewer months at the others', () => {
  const siteOf = new Map(rows.Zone.map(({ id, siteId }) => [id, siteId]))
  const checked = rows.Asset.filter(({ code }) => /^(FE|EL)-/.test(code))
  expect(new Set(checked.map(({ typeId }) => rows.AssetType[typeId - 1]?.intervalMonths))).toEqual(
    new Set([1]),
  )
  const times = new Map<number, number[]>()
  for (const { assetId, inspectedAt } of rows.Inspection)
    times.set(assetId, [...(times.get(assetId) ?? []), Number(inspectedAt)])
  const DAY = 86_400_000
  const old = checked.filter(
    ({ createdAt, decommissionedAt }) =>
      !decommissionedAt && Number(createdAt) < Number(NOW) - 400 * DAY,
  )
  const atYearSites = old.filter(({ zoneId }) => (siteOf.get(zoneId) ?? 0) % 2 === 1)
  expect(atYearSites.length / old.length).toBeGreaterThan(0.45)
  for (const { id } of atYearSites) {
    const ownTimes = times.get(id) ?? []
    expect(ownTimes.length).toBeGreaterThanOrEqual(8)
    expect(Math.min(...ownTimes)).toBeLessThan(Number(NOW) - 240 * DAY)
  }
  const isRecent = ({ id }: { id: number }) =>
    (times.get(id) ?? []).some((time) => time > Number(NOW) - 28 * DAY)
  expect(old.filter(isRecent).length / old.length).toBeGreaterThan(0.9)
})

it('answers what an extinguisher contains as its custom field says', () => {
  const version = rows.ChecklistVersion[0]
  const [section] = version?.sections as unknown as Section[]
  const asked = section?.questions.find(
    ({ text }) => text === 'What does the extinguisher contain?',
  )
  const answered = rows.Inspection.filter(
    ({ checklistVersionId }) => checklistVersionId === version?.id,
  )
  expect(answered.length).toBeGreaterThan(1000)
  for (const { assetId, answerData } of answered) {
    const { value } =
      (answerData as Record<string, { value: string }>)[asked?.questionId ?? ''] ?? {}
    expect(Object.values(rows.Asset[assetId - 1]?.metaData ?? {})).toContain(value)
  }
})

it('has open, resolved and accepted findings, also overdue ones, about assets in use', () => {
  for (const company of demoCompanies) {
    const { Finding: findings, Asset: assets } = generate(company)
    const statuses = new Set(findings.map(({ status }) => status))
    expect(statuses).toEqual(new Set(['open', 'resolved', 'accepted']))
    const open = findings.filter(({ status }) => status === 'open')
    expect(open.some(({ dueAt }) => dueAt < NOW)).toBe(true)
    expect(open.every(({ assetId }) => !assets[assetId - 1]?.decommissionedAt)).toBe(true)
    for (const { resolvedAt, openedAt, status } of findings) {
      if (status === 'open') expect(resolvedAt).toBeNull()
      else expect(Number(resolvedAt)).toBeGreaterThan(Number(openedAt))
    }
  }
})
