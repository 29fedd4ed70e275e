import { expect, it } from 'vitest'
import { z } from 'zod'
import { constant, fieldType, list, notNull, nullable } from '../../src/http/field-type.js'
import { inlineRecord, recordType } from '../../src/http/record.js'

const integer = fieldType<number>(z.int())
const text = fieldType<string>(z.string())

it('compiles only tables whose names and types fit the model', () => {
  // @ts-expect-error -- a site has no such field
  inlineRecord('Site', { x: [text, 'nom'] })
  // @ts-expect-error -- a name is not an integer
  inlineRecord('Site', { x: [integer, 'name'] })
  // @ts-expect-error -- a site may have no risk
  inlineRecord('Site', { x: [text, 'risk.level'] })
  // @ts-expect-error -- the relation `client` leads to no risk
  inlineRecord('Site', { x: [inlineRecord('Risk', {}), 'client'] })
  // @ts-expect-error -- a site has many zones
  inlineRecord('Site', { x: [inlineRecord('Zone', {}), 'zones'] })
  expect(inlineRecord('Site', { x: [nullable(text), 'risk.level'] }).selection.select).toEqual({
    risk: { of: 'risk', select: { level: 'level' } },
  })
})

const zone = inlineRecord('Zone', { id: [integer, 'id'], site: [integer, 'parent.id'] })
const counts = inlineRecord('Site', { zones: [integer, 'zonesCount'] })
const risk = inlineRecord('Risk', { value: [integer, 'value'] })
const site = recordType('Site', 'Site', {
  title: [text, 'name', 'A description.'],
  level: [nullable(text), 'risk.level'],
  risk: [nullable(risk), 'risk'],
  counts: [counts, 'self'],
  zones: [list(zone), 'zones'],
  kind: [constant(z.string(), 'site'), 'self'],
})

it('selects each field once, and to-many lists separately', () => {
  expect(site.selection.select).toEqual({
    name: 'name',
    risk: { of: 'risk', select: { level: 'level', value: 'value' } },
    zonesCount: 'zonesCount',
    id: 'id',
  })
  const [zones] = site.selection.lists
  expect(zones).toMatchObject({ path: [], model: 'Site', relation: 'zones' })
  expect(zones?.item.select).toEqual({ id: 'id' })
})

it('finds the lists of nested records', () => {
  const job = inlineRecord('Job', { site: [site, 'site'] })
  expect(job.selection.lists).toMatchObject([{ path: ['site'], model: 'Site', relation: 'zones' }])
})

it('serializes a row in the order of the table, as its schema describes it', () => {
  const row = { id: 1, name: 'Dock', zonesCount: 1, risk: { level: 'High', value: 2 } }
  const record = site.serialize({ ...row, zones: [{ id: 7, parent: row }] } as object)
  expect(JSON.stringify(record)).toBe(
    '{"title":"Dock","level":"High","risk":{"value":2},"counts":{"zones":1},' +
      '"zones":[{"id":7,"site":1}],"kind":"site"}',
  )
  expect(site.schema.parse(record)).toEqual(record)
  const withoutRisk = site.serialize({ ...row, risk: null, zones: [] } as object)
  expect(withoutRisk).toMatchObject({ level: null, risk: null, zones: [] })
})

it('refuses null if the domain guarantees a value', () => {
  const asset = inlineRecord('Asset', { scanned: [notNull(text), 'barcode.data'] })
  expect(() => asset.serialize({ barcode: null } as object)).toThrow('expected a value, got null')
})
