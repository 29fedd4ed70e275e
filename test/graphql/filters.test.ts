import {
  getNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isInputObjectType,
  isListType,
  type GraphQLInputObjectType,
} from 'graphql'
import { v7 as newUuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import { revokeApiKey } from '../../src/domain/api-key/revoke-api-key.js'
import { removeRecord } from '../../src/domain/removal/remove-record.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'
import {
  customField,
  newAsset,
  newAssetType,
  newChecklist,
  newClient,
  newCompany,
  newDocument,
  newFinding,
  newInspection,
  newJob,
  newJobType,
  newSite,
  newUser,
  newWebhook,
  newWebhookDelivery,
  newZone,
  newZoneType,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { allowMoreCost, graph } from '../support/graphql.js'

allowMoreCost()

/** The field that names a record of each type in these tests. Names are unique. */
const labels = {
  ApiKey: 'name',
  Asset: 'code',
  AssetType: 'name',
  Barcode: 'data',
  Checklist: 'name',
  ChecklistVersion: 'createdAt',
  Client: 'legalName',
  Document: 'name',
  Finding: 'title',
  Inspection: 'note',
  Job: 'reference',
  JobType: 'name',
  Risk: 'level',
  Site: 'name',
  User: 'firstName',
  Webhook: 'url',
  WebhookDelivery: 'type',
  Zone: 'name',
  ZoneType: 'name',
} as const
type Type = keyof typeof labels
type Filter = Record<string, unknown>

const first = new Date('2026-01-01T00:00:00.000Z')
const second = new Date('2026-01-02T00:00:00.000Z')
const third = new Date('2026-01-03T00:00:00.000Z')
const past = new Date('2026-01-20T00:00:00Z')
const future = new Date('2999-01-01T00:00:00Z')

async function newWorld() {
  const company = await newCompany(testDatabase())
  const { db, admin, companyId } = company
  const rename = (id: number, firstName: string, lastName: string, createdAt: Date) =>
    db.prisma.user.update({
      where: { companyId_id: { companyId, id } },
      data: { firstName, lastName, email: `${firstName.toLowerCase()}@users.example`, createdAt },
    })
  const ada = await rename(admin.viewer.userId, 'Ada', 'Admin', first)
  const tom = await rename(company.technician.viewer.userId, 'Tom', 'O_Tool', second)
  const ina = await newUser(company, {
    firstName: 'Ina',
    lastName: 'Active 100%',
    email: 'ina@users.example',
    active: false,
    placeholder: true,
    createdAt: third,
  })

  const acme = await newClient(company, {
    legalName: 'Acme 100%',
    tradingName: 'Under_score',
    createdAt: first,
  })
  const beta = await newClient(company, {
    legalName: 'Beta\\Back',
    tradingName: 'acorn',
    createdAt: second,
  })
  const gamma = await newClient(company, { legalName: 'Gamma', createdAt: third })
  const north = await newSite(company, {
    name: 'North_1',
    clientId: acme.id,
    managerId: tom.id,
    riskId: 1,
    failureThreshold: 2,
    createdAt: first,
  })
  const south = await newSite(company, {
    name: 'South',
    clientId: beta.id,
    riskId: 2,
    failureThreshold: 1,
    createdAt: second,
  })
  const east = await newSite(company, { name: 'East 5%', clientId: acme.id, createdAt: third })
  const indoor = await newZoneType(company, { description: 'Indoor', riskId: 3, createdAt: first })
  const outdoor = await newZoneType(company, { description: 'Out_door', createdAt: second })
  const hall = await newZone(company, {
    name: 'Hall',
    siteId: north.id,
    typeId: indoor.id,
    createdAt: first,
  })
  const yard = await newZone(company, {
    name: 'Yard%',
    siteId: north.id,
    typeId: outdoor.id,
    createdAt: second,
  })
  const roof = await newZone(company, {
    name: 'Roof',
    siteId: south.id,
    typeId: indoor.id,
    createdAt: third,
  })
  const version = (number: number, createdAt: Date, userId?: number) => ({
    ...{ uuid: newUuid(), number, checksCount: 0, createdAt },
    ...(userId && { userId }),
  })
  await newChecklist(company, {
    name: 'Yearly',
    createdAt: third,
    updatedAt: third,
    versions: { create: version(1, third, ada.id) },
  })
  const weekly = await newChecklist(company, {
    name: 'Weekly 5%',
    createdAt: first,
    updatedAt: second,
    version: 2,
    versions: { create: [version(1, first), version(2, second, tom.id)] },
  })
  const field = customField()
  const weight = customField({ kind: 'NUMBER', unit: 'kg' })
  const made = customField({ kind: 'DATE' })
  const wired = customField({ kind: 'BOOLEAN' })
  const dropped = customField()
  const pump = await newAssetType(company, {
    name: 'Pump',
    riskId: 2,
    checklistId: weekly.id,
    customFields: [field, weight, made, wired],
    createdAt: first,
  })
  const valve = await newAssetType(company, { name: 'Valve_2', createdAt: second })
  await db.prisma.zoneTypeAssetType.create({
    data: { companyId, zoneTypeId: indoor.id, assetTypeId: pump.id },
  })

  const fine = await newAsset(company, {
    code: 'fine',
    barcode: 'bar-FINE',
    zoneId: hall.id,
    typeId: pump.id,
    riskId: 1,
    lastInspection: first,
    nextInspection: future,
    metaData: {
      [field.fieldId]: '6',
      [weight.fieldId]: '6',
      [made.fieldId]: '2026-01-31',
      [wired.fieldId]: 'true',
      [dropped.fieldId]: 'hidden',
    },
    createdAt: first,
  })
  const broken = await newAsset(company, {
    code: 'broken',
    barcode: 'bar_broken',
    zoneId: hall.id,
    typeId: pump.id,
    riskId: 2,
    defective: true,
    lastInspection: second,
    nextInspection: past,
    metaData: {
      [field.fieldId]: 'Grüße aus Köln',
      [weight.fieldId]: '-12.5',
      [made.fieldId]: '2025-12-31',
      [wired.fieldId]: 'false',
    },
    createdAt: second,
  })
  const late = await newAsset(company, {
    code: 'late',
    barcode: 'bar%late',
    zoneId: yard.id,
    typeId: valve.id,
    nextInspection: past,
    createdAt: third,
  })
  const gone = await newAsset(company, {
    code: 'gone',
    barcode: 'bar-gone',
    zoneId: yard.id,
    typeId: valve.id,
    defective: true,
    nextInspection: past,
    decommissionedAt: past,
    createdAt: third,
  })
  const steel = await newAsset(company, {
    code: '50%_s\\x',
    barcode: 'bar-steel',
    zoneId: roof.id,
    typeId: pump.id,
    riskId: 4,
    metaData: { [field.fieldId]: 'Stainless 50_x', [weight.fieldId]: '100' },
    createdAt: third,
  })
  const dented = await newAsset(company, {
    code: 'dented',
    barcode: 'bar-dented',
    zoneId: roof.id,
    typeId: valve.id,
    defective: true,
    createdAt: third,
  })
  await db.pool.query(
    `update barcode set created_at = a.created_at from asset a
     where barcode.company_id = $1 and a.company_id = $1 and barcode.asset_id = a.id`,
    [companyId],
  )
  const removed = await newAsset(company, {
    code: 'removed',
    barcode: 'bar-removed',
    zoneId: yard.id,
    typeId: pump.id,
    defective: true,
  })
  await removeRecord(admin, 'Asset', { id: removed.id })

  const service = await newJobType(company, { description: 'Service 10%', createdAt: first })
  const retired = await newJobType(company, {
    description: 'Retired',
    active: false,
    createdAt: second,
  })
  const planned = await newJob(company, {
    reference: 'planned',
    siteId: north.id,
    typeId: service.id,
    zoneIds: [hall.id, yard.id],
    scheduledStart: first,
    createdAt: first,
  })
  const working = await newJob(company, {
    reference: 'working',
    siteId: north.id,
    typeId: service.id,
    zoneIds: [hall.id],
    status: 'in_progress',
    workingSince: second,
    scheduledStart: second,
    scheduledEnd: third,
    createdAt: second,
  })
  await newJob(company, {
    reference: 'pau_sed',
    siteId: south.id,
    typeId: service.id,
    status: 'paused',
    scheduledStart: third,
    createdAt: third,
  })
  const done = await newJob(company, {
    reference: 'done 7%',
    siteId: south.id,
    typeId: retired.id,
    zoneIds: [roof.id],
    technicianId: ina.id,
    userId: ina.id,
    status: 'completed',
    completedAt: second,
    scheduledStart: third,
    createdAt: third,
  })
  await newJob(company, {
    reference: 'called off',
    number: 9_023_456,
    siteId: south.id,
    typeId: retired.id,
    technicianId: ina.id,
    status: 'cancelled',
    completedAt: third,
    scheduledStart: third,
    createdAt: third,
  })

  await newInspection(company, {
    note: 'good',
    assetId: fine.id,
    jobId: done.id,
    inspectedAt: first,
  })
  const bad = await newInspection(company, {
    note: 'bad',
    assetId: dented.id,
    inspectorId: ina.id,
    outcome: 'failed',
    inspectedAt: second,
  })
  await newFinding(company, {
    title: 'Hinge 7%',
    note: 'Upper left',
    assetId: fine.id,
    riskId: 1,
    jobId: done.id,
    dueAt: past,
    createdAt: first,
  })
  await newFinding(company, {
    title: 'Rust',
    assetId: dented.id,
    riskId: 4,
    inspectionId: bad.id,
    dueAt: future,
    createdAt: second,
  })
  await newFinding(company, {
    title: 'Sealé',
    assetId: dented.id,
    status: 'resolved',
    dueAt: past,
    createdAt: third,
  })
  await newDocument(company, { name: 'Plan.pdf', jobId: done.id, createdAt: first })
  await newDocument(company, { name: 'photo_1%.png', jobId: done.id, createdAt: second })
  await newDocument(company, { name: 'manual.pdf', assetId: fine.id, createdAt: third })
  await createApiKey(admin, { name: 'live' })
  const { id: revokedId } = await createApiKey(admin, { name: 'revoked' })
  await revokeApiKey(admin, { id: revokedId })
  const hook = await newWebhook(company, { url: 'hook', createdAt: first, updatedAt: first })
  const off = await newWebhook(company, { url: 'off', createdAt: third, disabledAt: past })
  await newWebhookDelivery(company, {
    webhookId: hook.id,
    type: 'sent',
    state: 'delivered',
    createdAt: first,
  })
  await newWebhookDelivery(company, {
    webhookId: off.id,
    type: 'held',
    state: 'held',
    recordId: fine.uuid,
    createdAt: third,
  })

  return {
    ...company,
    hook,
    off,
    ada,
    tom,
    ina,
    acme,
    beta,
    gamma,
    north,
    south,
    east,
    indoor,
    outdoor,
    hall,
    yard,
    roof,
    weekly,
    pump,
    valve,
    fine,
    broken,
    late,
    gone,
    steel,
    dented,
    service,
    retired,
    planned,
    working,
    done,
    bad,
    field,
    weight,
    made,
    wired,
    dropped,
  }
}
type World = Awaited<ReturnType<typeof newWorld>>

let world: World
let run: ReturnType<typeof graph>
beforeAll(async () => {
  world = await newWorld()
  run = graph(world.admin)
})

/** A test case: type, filter, and the names of the records that it finds, in any order. */
type Row = readonly [type: Type, filter: Filter | ((world: World) => Filter), names: string]

const ids = (...records: { uuid: string }[]) => records.map(({ uuid }) => uuid)
const assets = 'fine broken late gone 50%_s\\x dented'

/** In the names of a test case, a dot stands for a blank. */
const namesIn = (text: string) =>
  text === ''
    ? []
    : text
        .split(' ')
        .map((name) => name.replaceAll('·', ' '))
        .sort()

const ranges = (type: Type, field: string, [one, two, three]: [string, string, string]): Row[] => [
  [type, { [field]: { from: second } }, [two, three].filter(Boolean).join(' ')],
  [type, { [field]: { to: second } }, [one, two].filter(Boolean).join(' ')],
  [type, { [field]: { from: second, to: second } }, two],
  [type, { [field]: { from: '2026-01-02T01:00:00+01:00', to: '2026-01-02T00:00:00Z' } }, two],
  [type, { [field]: { from: '2026-01-01T00:00:00.001Z', to: '2026-01-01T23:59:59.999Z' } }, ''],
  [type, { [field]: { from: null, to: first } }, one],
]

/** Filters by the value of a custom field. */
const values = (
  name: 'field' | 'weight' | 'made' | 'wired' | 'dropped',
  each: readonly (readonly [condition: object, names: string])[],
): Row[] =>
  each.map(([condition, names]) => [
    'Asset',
    (of) => ({ customField: { fieldId: of[name].fieldId.toUpperCase(), ...condition } }),
    names,
  ])

const rows: Row[] = [
  ['ApiKey', { revoked: true }, 'revoked'],
  ['ApiKey', { revoked: false }, 'live'],

  ['Webhook', { disabled: true }, 'off'],
  ['Webhook', { disabled: false }, 'hook'],
  ['Webhook', (of) => ({ ids: [of.hook.uuid] }), 'hook'],
  ['Webhook', { createdAt: { to: second } }, 'hook'],
  ['Webhook', { updatedAt: { to: second } }, 'hook'],
  ['WebhookDelivery', (of) => ({ webhookIds: [of.off.uuid] }), 'held'],
  ['WebhookDelivery', { states: ['DELIVERED'] }, 'sent'],
  ['WebhookDelivery', { types: ['sent', 'none'] }, 'sent'],
  ['WebhookDelivery', (of) => ({ recordIds: [of.fine.uuid] }), 'held'],
  ['WebhookDelivery', { createdAt: { from: second } }, 'held'],

  ['Asset', { search: 'FIN' }, 'fine'],
  ['Asset', { search: '  ine ' }, 'fine'],
  ['Asset', { search: 'BAR-f' }, 'fine'],
  ['Asset', { search: 'bar_' }, 'broken'],
  ['Asset', { search: 'r-F' }, 'fine'],
  ['Asset', { search: 'EE' }, '50%_s\\x'],
  ['Asset', { search: 'ar' }, assets],
  ['Asset', { search: 'f?' }, ''],
  ['Asset', { search: '%' }, 'late 50%_s\\x'],
  ['Asset', { search: '\\' }, '50%_s\\x'],
  ['Asset', { search: '50%_S\\' }, '50%_s\\x'],
  ['Asset', { search: 'stainless 50' }, '50%_s\\x'],
  ['Asset', { search: '0_X' }, '50%_s\\x'],
  ['Asset', { search: 'Stainless%x' }, ''],
  ['Asset', { search: 'removed' }, ''],
  ['Asset', { codes: ['fine', 'late', 'nothing'] }, 'fine late'],
  ['Asset', { codes: ['FINE', ' late '] }, ''],
  ['Asset', { codes: ['removed'] }, ''],
  ['Asset', { barcodes: ['bar-FINE', 'bar%late', 'nothing'] }, 'fine late'],
  ['Asset', { barcodes: ['BAR-FINE', 'bar-removed'] }, ''],
  ['Asset', ({ pump }) => ({ typeIds: ids(pump) }), 'fine broken 50%_s\\x'],
  ['Asset', ({ hall, roof }) => ({ zoneIds: ids(hall, roof) }), 'fine broken 50%_s\\x dented'],
  ['Asset', ({ north }) => ({ siteIds: ids(north) }), 'fine broken late gone'],
  ['Asset', ({ east }) => ({ siteIds: ids(east) }), ''],
  ['Asset', ({ beta, gamma }) => ({ clientIds: ids(beta, gamma) }), '50%_s\\x dented'],
  ['Asset', { riskLevels: ['CRITICAL', 'LOW'] }, 'fine 50%_s\\x'],
  ['Asset', { not: { riskLevels: ['CRITICAL', 'LOW'] } }, 'broken late gone dented'],
  ['Asset', { statuses: ['OK'] }, 'fine 50%_s\\x'],
  ['Asset', { statuses: ['DEFECTIVE'] }, 'broken dented'],
  ['Asset', { statuses: ['OVERDUE'] }, 'late'],
  ['Asset', { statuses: ['DECOMMISSIONED'] }, 'gone'],
  ['Asset', { statuses: ['OK', 'OVERDUE'] }, 'fine late 50%_s\\x'],
  ['Asset', { defective: true }, 'broken gone dented'],
  ['Asset', { defective: false }, 'fine late 50%_s\\x'],
  ['Asset', { overdue: true }, 'broken late'],
  ['Asset', { overdue: false }, 'fine gone 50%_s\\x dented'],
  ['Asset', { not: { overdue: true } }, 'fine gone 50%_s\\x dented'],
  ['Asset', ({ weekly }) => ({ checklistIds: ids(weekly) }), 'fine broken 50%_s\\x'],
  ...values('field', [
    [{ equals: ' 6 ' }, 'fine'],
    [{ equals: '6.0' }, ''],
    [{ equals: 'stainless 50_x' }, ''],
    [{ equals: 'Stainless 50_x' }, '50%_s\\x'],
    [{ contains: 'LESS 50_' }, '50%_s\\x'],
    [{ contains: '0_' }, '50%_s\\x'],
    [{ contains: 'grusse aus koln' }, 'broken'],
    [{ contains: '6' }, 'fine'],
    [{ contains: '50%_s' }, ''],
    [{ contains: ' ' }, 'fine broken 50%_s\\x'],
    [{ between: { from: '0' } }, ''],
  ]),
  ...values('weight', [
    [{ equals: '6.0' }, 'fine'],
    [{ equals: '-012.50' }, 'broken'],
    [{ equals: 'six' }, ''],
    [{ contains: '2.5' }, 'broken'],
    [{ contains: '-12.5' }, 'broken'],
    [{ between: { from: '6.00', to: '99' } }, 'fine'],
    [{ between: { from: '9' } }, '50%_s\\x'],
    [{ between: { to: '6' } }, 'fine broken'],
    [{ between: { from: '-12.5', to: '-12.5' } }, 'broken'],
    [{ between: { from: '2025-01-01' } }, ''],
  ]),
  ...values('made', [
    [{ equals: '2026-01-31' }, 'fine'],
    [{ contains: '2025-' }, 'broken'],
    [{ between: { from: '2026-01-01', to: '2026-01-31' } }, 'fine'],
    [{ between: { to: '2026-01-30' } }, 'broken'],
    [{ between: { from: '2000', to: null } }, ''],
  ]),
  ...values('wired', [
    [{ equals: 'TRUE' }, 'fine'],
    [{ equals: 'false' }, 'broken'],
  ]),
  ...values('dropped', [
    [{ equals: 'hidden' }, ''],
    [{ contains: 'hidden' }, ''],
  ]),
  [
    'Asset',
    ({ field, weight }) => ({
      and: [
        { customField: { fieldId: field.fieldId, contains: '6' } },
        { customField: { fieldId: weight.fieldId, between: { from: '5' } } },
      ],
    }),
    'fine',
  ],
  [
    'Asset',
    ({ weight }) => ({ not: { customField: { fieldId: weight.fieldId, equals: '6' } } }),
    'broken late gone 50%_s\\x dented',
  ],
  ['Asset', { customField: { fieldId: 'nonsense', equals: '6' } }, ''],
  ['Asset', ({ done }) => ({ leftInJobIds: ids(done) }), '50%_s\\x dented'],
  ['Asset', ({ planned }) => ({ leftInJobIds: ids(planned) }), 'fine broken late'],
  [
    'Asset',
    ({ planned, done }) => ({ leftInJobIds: ids(planned, done) }),
    'fine broken late 50%_s\\x dented',
  ],
  ['Asset', ({ planned }) => ({ not: { leftInJobIds: ids(planned) } }), 'gone 50%_s\\x dented'],
  ...ranges('Asset', 'createdAt', ['fine', 'broken', 'late gone 50%_s\\x dented']),
  ...ranges('Asset', 'lastInspectedAt', ['fine', 'broken', '']),
  ['Asset', { lastInspectedAt: {} }, assets],
  ['Asset', { not: { lastInspectedAt: { from: first } } }, 'late gone 50%_s\\x dented'],
  ['Asset', { nextInspectionDueAt: { to: past } }, 'broken late gone'],
  ['Asset', { nextInspectionDueAt: { from: past, to: past } }, 'broken late gone'],
  ['Asset', { nextInspectionDueAt: { from: future, to: future } }, 'fine'],
  ['Asset', { dueWithin: 'P0D' }, 'broken late'],
  ['Asset', { dueWithin: 'P1Y2M3W4D' }, 'broken late'],
  ['Asset', { dueWithin: 'P200Y' }, 'broken late 50%_s\\x dented'],
  ['Asset', { not: { dueWithin: 'P1D' } }, 'fine gone 50%_s\\x dented'],
  ['Asset', { neverInspected: true }, 'late gone 50%_s\\x dented'],
  ['Asset', { neverInspected: false }, 'fine broken'],

  ['Asset', { defective: true, riskLevels: ['HIGH'] }, 'broken'],
  ['Asset', { and: [{ defective: true }, { overdue: true }] }, 'broken'],
  ['Asset', { or: [{ statuses: ['OVERDUE'] }, { riskLevels: ['LOW'] }] }, 'late 50%_s\\x'],
  ['Asset', { defective: true, or: [{ codes: ['fine'] }, { codes: ['gone'] }] }, 'gone'],
  ['Asset', { not: { or: [{ defective: true }, { overdue: true }] } }, 'fine 50%_s\\x'],
  ['Asset', { not: { not: { not: { codes: ['fine'] } } } }, 'broken late gone 50%_s\\x dented'],
  [
    'Asset',
    ({ north, pump }) => ({
      and: [
        { siteIds: ids(north) },
        { not: { and: [{ typeIds: ids(pump) }, { or: [{ defective: true }, { or: [] }] }] } },
      ],
      not: { statuses: ['DECOMMISSIONED'], and: [] },
    }),
    'fine late',
  ],
  ['Asset', { search: null, codes: null, and: null, or: null, not: null }, assets],
  ['Asset', { codes: ['fine'], or: [{ codes: null }] }, 'fine'],

  ['AssetType', { search: 'pu' }, 'Pump'],
  ['AssetType', { search: ' _ ' }, 'Valve_2'],
  ['AssetType', ({ pump }) => ({ shortCodes: [pump.shortCode, 'nothing'] }), 'Pump'],
  ['AssetType', { riskLevels: ['HIGH'] }, 'Pump'],
  ['AssetType', { riskLevels: ['LOW'] }, ''],
  ['AssetType', ({ weekly }) => ({ checklistIds: ids(weekly) }), 'Pump'],
  ['AssetType', ({ weekly }) => ({ not: { checklistIds: ids(weekly) } }), 'Valve_2'],
  ['AssetType', ({ indoor }) => ({ zoneTypeIds: ids(indoor) }), 'Pump'],
  ['AssetType', ({ outdoor }) => ({ zoneTypeIds: ids(outdoor) }), ''],
  ...ranges('AssetType', 'createdAt', ['Pump', 'Valve_2', '']),

  ['Barcode', { search: 'BAR-' }, 'bar-FINE bar-gone bar-steel bar-dented'],
  ['Barcode', { search: '%' }, 'bar%late'],
  ['Barcode', { data: ['bar-FINE', 'BAR-GONE', 'bar-removed'] }, 'bar-FINE'],
  ['Barcode', ({ fine, late }) => ({ assetIds: ids(fine, late) }), 'bar-FINE bar%late'],
  ...ranges('Barcode', 'createdAt', [
    'bar-FINE',
    'bar_broken',
    'bar%late bar-gone bar-steel bar-dented',
  ]),

  ['Client', { search: 'AC' }, 'Acme·100% Beta\\Back'],
  ['Client', { search: '\\b' }, 'Beta\\Back'],
  ['Client', { search: '_' }, 'Acme·100%'],
  ['Client', { search: '100%' }, 'Acme·100%'],
  ...ranges('Client', 'createdAt', ['Acme·100%', 'Beta\\Back', 'Gamma']),

  ['Document', { search: '.PDF' }, 'Plan.pdf manual.pdf'],
  ['Document', { search: '_1%' }, 'photo_1%.png'],
  ['Document', { ofCompany: true }, ''],
  ['Document', { ofCompany: false }, 'Plan.pdf photo_1%.png manual.pdf'],
  ...ranges('Document', 'createdAt', ['Plan.pdf', 'photo_1%.png', 'manual.pdf']),

  ['Finding', { search: ' 7% ' }, 'Hinge·7%'],
  ['Finding', { search: 'upper l' }, 'Hinge·7%'],
  ['Finding', { search: 'seale' }, 'Sealé'],
  ['Finding', { search: 'nothing' }, ''],
  ['Finding', ({ fine }) => ({ assetIds: ids(fine) }), 'Hinge·7%'],
  ['Finding', ({ pump }) => ({ typeIds: ids(pump) }), 'Hinge·7%'],
  ['Finding', ({ hall }) => ({ zoneIds: ids(hall) }), 'Hinge·7%'],
  ['Finding', ({ south }) => ({ siteIds: ids(south) }), 'Rust Sealé'],
  ['Finding', ({ acme }) => ({ clientIds: ids(acme) }), 'Hinge·7%'],
  ['Finding', ({ done }) => ({ jobIds: ids(done) }), 'Hinge·7%'],
  ['Finding', ({ done }) => ({ not: { jobIds: ids(done) } }), 'Rust Sealé'],
  ['Finding', ({ bad }) => ({ inspectionIds: ids(bad) }), 'Rust'],
  ['Finding', { severities: ['CRITICAL', 'LOW'] }, 'Hinge·7% Rust'],
  ['Finding', { severities: ['HIGH'] }, 'Sealé'],
  ['Finding', { statuses: ['OPEN'] }, 'Hinge·7% Rust'],
  ['Finding', { statuses: ['RESOLVED', 'ACCEPTED'] }, 'Sealé'],
  ['Finding', { overdue: true }, 'Hinge·7%'],
  ['Finding', { overdue: false }, 'Rust Sealé'],
  ['Finding', { dueAt: { to: past } }, 'Hinge·7% Sealé'],
  ['Finding', { dueAt: { from: future } }, 'Rust'],
  ...ranges('Finding', 'createdAt', ['Hinge·7%', 'Rust', 'Sealé']),

  ['Inspection', { createdAt: { from: '2026-01-01T00:00:00Z' } }, 'good bad'],
  ['Inspection', { createdAt: { to: '2020-01-01T00:00:00Z' } }, ''],
  ['Inspection', ({ fine }) => ({ assetIds: ids(fine) }), 'good'],
  ['Inspection', ({ south }) => ({ siteIds: ids(south) }), 'bad'],
  ['Inspection', ({ acme }) => ({ clientIds: ids(acme) }), 'good'],
  ['Inspection', ({ hall }) => ({ zoneIds: ids(hall) }), 'good'],
  ['Inspection', ({ pump }) => ({ typeIds: ids(pump) }), 'good'],
  ['Inspection', { search: 'FIN' }, 'good'],
  ['Inspection', { search: 'bar-dented' }, 'bad'],
  ['Inspection', { search: 'f' }, 'good'],
  ['Inspection', { search: 'nothing' }, ''],
  ['Inspection', ({ done }) => ({ jobIds: ids(done) }), 'good'],
  ['Inspection', ({ done }) => ({ not: { jobIds: ids(done) } }), 'bad'],
  ['Inspection', ({ ina }) => ({ inspectorIds: ids(ina) }), 'bad'],
  ['Inspection', { outcomes: ['PASSED'] }, 'good'],
  ['Inspection', { outcomes: ['FAILED', 'PASSED'] }, 'good bad'],
  ...ranges('Inspection', 'inspectedAt', ['good', 'bad', '']),

  ['Job', { search: 'ING' }, 'working'],
  ['Job', { search: ' 1 ' }, 'planned working'],
  ['Job', { search: 'ACME 1' }, 'planned working'],
  ['Job', { search: 'south' }, 'pau_sed done·7% called·off'],
  ['Job', { search: ' 0234 ' }, 'called·off'],
  ['Job', { search: '02345' }, 'called·off'],
  ['Job', { search: ' 9023456 ' }, 'called·off'],
  ['Job', { search: '23457' }, ''],
  ['Job', { search: '6\nCALLED' }, 'called·off'],
  ['Job', { search: '_' }, 'planned working pau_sed'],
  ['Job', { search: 'u_s' }, 'pau_sed'],
  ['Job', { search: '7%' }, 'done·7%'],
  ['Job', { numbers: [1, 9_023_456, 77] }, 'planned called·off'],
  ['Job', ({ north }) => ({ siteIds: ids(north) }), 'planned working'],
  ['Job', ({ yard, roof }) => ({ zoneIds: ids(yard, roof) }), 'planned done·7%'],
  ['Job', ({ ina }) => ({ technicianIds: ids(ina) }), 'done·7% called·off'],
  ['Job', { assigned: true }, 'planned working pau_sed'],
  ['Job', { assigned: false }, 'done·7% called·off'],
  ['Job', ({ service }) => ({ typeIds: ids(service) }), 'planned working pau_sed'],
  ['Job', { statuses: ['SCHEDULED', 'IN_PROGRESS'] }, 'planned working'],
  ['Job', { statuses: ['PAUSED'] }, 'pau_sed'],
  ['Job', { statuses: ['COMPLETED'] }, 'done·7%'],
  ['Job', { statuses: ['CANCELLED'] }, 'called·off'],
  ...ranges('Job', 'scheduledStart', ['planned', 'working', 'pau_sed done·7% called·off']),
  ['Job', ({ acme }) => ({ clientIds: ids(acme) }), 'planned working'],
  ['Job', ({ ina }) => ({ createdByIds: ids(ina) }), 'done·7%'],
  ['Job', { scheduledEnd: { to: '2026-12-31T00:00:00Z' } }, 'working'],
  ['Job', { scheduledEnd: { from: '2026-12-31T00:00:00Z' } }, 'planned pau_sed done·7% called·off'],
  ['Job', { late: true }, 'working'],
  ['Job', { late: false }, 'planned pau_sed done·7% called·off'],
  ...ranges('Job', 'completedAt', ['', 'done·7%', 'called·off']),
  ...ranges('Job', 'createdAt', ['planned', 'working', 'pau_sed done·7% called·off']),

  ['Checklist', { search: '5%' }, 'Weekly·5%'],
  ['Checklist', { search: 'y_5' }, ''],
  ['Checklist', ({ weekly }) => ({ ids: ids(weekly) }), 'Weekly·5%'],
  ...ranges('Checklist', 'createdAt', ['Weekly·5%', '', 'Yearly']),
  ...ranges('Checklist', 'updatedAt', ['', 'Weekly·5%', 'Yearly']),
  ['ChecklistVersion', ({ tom }) => ({ createdByIds: ids(tom) }), second.toISOString()],
  [
    'ChecklistVersion',
    ({ tom }) => ({ not: { createdByIds: ids(tom) } }),
    `${first.toISOString()} ${third.toISOString()}`,
  ],
  ...ranges('ChecklistVersion', 'createdAt', [
    first.toISOString(),
    second.toISOString(),
    third.toISOString(),
  ]),
  ['JobType', { search: '10%' }, 'Service·10%'],
  ['JobType', { active: true }, 'Service·10%'],
  ['JobType', { active: false }, 'Retired'],
  ...ranges('JobType', 'createdAt', ['Service·10%', 'Retired', '']),

  ['Risk', { levels: ['MEDIUM', 'CRITICAL'] }, 'CRITICAL MEDIUM'],
  ['Risk', { not: { levels: ['MEDIUM'] } }, 'CRITICAL HIGH LOW'],

  ['Site', { search: 'TH' }, 'North_1 South'],
  ['Site', { search: 'h_' }, 'North_1'],
  ['Site', { search: '5%' }, 'East·5%'],
  ['Site', { search: ' east 5 ' }, 'East·5%'],
  ['Site', { search: 'st 5%%' }, ''],
  ['Site', { search: 'North%1' }, ''],
  ['Site', { search: 'H_1' }, 'North_1'],
  ['Site', ({ acme }) => ({ clientIds: ids(acme) }), 'North_1 East·5%'],
  ['Site', ({ tom }) => ({ managerIds: ids(tom) }), 'North_1'],
  ['Site', ({ tom }) => ({ not: { managerIds: ids(tom) } }), 'South East·5%'],
  ['Site', { riskLevels: ['CRITICAL', 'HIGH'] }, 'North_1 South'],
  ['Site', { failing: true }, 'South'],
  ['Site', { failing: false }, 'North_1 East·5%'],
  ...ranges('Site', 'createdAt', ['North_1', 'South', 'East·5%']),

  ['User', { search: 'AD' }, 'Ada'],
  ['User', { search: 'o_tool' }, 'Tom'],
  ['User', { search: '100%' }, 'Ina'],
  ['User', { search: 'tom@users' }, 'Tom'],
  ['User', { not: { search: 'tom@users' } }, 'Ada Ina'],
  ['User', { emails: ['TOM@users.example', 'ina@users.example '] }, 'Tom Ina'],
  ['User', { roles: ['ADMIN'] }, 'Ada'],
  ['User', { roles: ['TECHNICIAN'] }, 'Tom Ina'],
  ['User', { roles: ['TECHNICIAN', 'ADMIN'] }, 'Ada Tom Ina'],
  ['User', { roles: [] }, ''],
  ['User', { active: true }, 'Ada Tom'],
  ['User', { active: false }, 'Ina'],
  ...ranges('User', 'createdAt', ['Ada', 'Tom', 'Ina']),

  ['Zone', { search: ' oO' }, 'Roof'],
  ['Zone', { search: '%' }, 'Yard%'],
  ['Zone', ({ north }) => ({ siteIds: ids(north) }), 'Hall Yard%'],
  ['Zone', ({ indoor }) => ({ typeIds: ids(indoor) }), 'Hall Roof'],
  ...ranges('Zone', 'createdAt', ['Hall', 'Yard%', 'Roof']),

  ['ZoneType', { search: 'DOOR' }, 'Indoor Out_door'],
  ['ZoneType', { search: 't_d' }, 'Out_door'],
  ['ZoneType', { riskLevels: ['MEDIUM'] }, 'Indoor'],
  ...ranges('ZoneType', 'createdAt', ['Indoor', 'Out_door', '']),
]

const schema = createSchema()
const types = Object.keys(labels) as Type[]
const filterOf = (type: Type) => schema.getType(`${type}Filter`) as GraphQLInputObjectType
const filterFields = (type: Type) => Object.values(filterOf(type).getFields())

/** The fields that are lists of a type: on the query, and on other types. */
const listsOf = (type: Type) => {
  const named = (name: string) => (each: { type: GraphQLOutputType }) =>
    getNamedType(each.type).name === `${name}Connection`
  const pluralOf = (name: string) =>
    Object.values(schema.getQueryType()?.getFields() ?? {}).find(named(name))?.name
  const edges = schema
    .getPossibleTypes(schema.getType('Node') as never)
    .flatMap((from: GraphQLObjectType) =>
      Object.values(from.getFields())
        .filter(named(type))
        .map(({ name }) => ({ from: from.name, parents: pluralOf(from.name), name })),
    )
  return { query: pluralOf(type), edges }
}

/**
 * The names of the records that a filter finds in the query's list. In nested lists it must find the same, among their
 * records.
 */
async function found(type: Type, filter: unknown): Promise<string[]> {
  const label = labels[type]
  const { query, edges } = listsOf(type)
  const pair = (name: string) =>
    `all: ${name}(first: 50) { nodes { ${label} } } some: ${name}(first: 50, filter: $filter) { totalCount nodes { ${label} } }`
  const under = edges.map(({ from, parents, name }) =>
    from === 'Company'
      ? `Company_${name}: company { ${pair(name)} }`
      : `${from}_${name}: ${parents ?? ''} { nodes { ${pair(name)} } }`,
  )
  const { data, errors } = await run(
    `query ($filter: ${type}Filter) { ${query ? pair(query) : ''} ${under.join(' ')} }`,
    { filter },
  )
  expect(errors).toBeUndefined()
  const { some, ...nested } = data as Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- the query is generated
  const namesOf = (list: { nodes: Record<string, string>[] }) =>
    list.nodes.map((node) => node[label] ?? '')
  const parents = Object.entries(nested)
    .filter(([name]) => name !== 'all')
    .flatMap(
      ([, list]) => (list.nodes ?? [list]) as any[], // oxlint-disable-line typescript/no-explicit-any -- the query is generated
    )
  const names = some ? namesOf(some) : parents.flatMap((parent) => namesOf(parent.some))
  for (const parent of parents) {
    expect(namesOf(parent.some)).toEqual(namesOf(parent.all).filter((name) => names.includes(name)))
    expect(parent.some.totalCount).toBe(parent.some.nodes.length)
  }
  if (some) expect(some.totalCount).toBe(names.length)
  return names.sort()
}

const told = (filter: Row[1]) =>
  typeof filter === 'function' ? String(filter).replace(/\s+/g, ' ') : JSON.stringify(filter)

describe('a filter', () => {
  it.each(rows.map((row) => [row[0], told(row[1]), row[2], row] as const))(
    'of %s by %s finds "%s"',
    async (type, _told, names, [, filter]) => {
      const given = typeof filter === 'function' ? filter(world) : filter
      expect(await found(type, given)).toEqual(namesIn(names))
    },
  )

  it.each(types)('of %s has a test case for each of its fields', (type) => {
    const keys = new Set<string>()
    for (const [, filter] of rows.filter((row) => row[0] === type)) {
      const text = told(filter)
      for (const { name } of filterFields(type)) {
        if (new RegExp(`\\b${name}"?:`).test(text)) keys.add(name)
      }
    }
    // `ids` has a test below; `removed` and `updatedAt` have files of their own.
    const combining = [
      'ids',
      'removed',
      'updatedAt',
      ...(type === 'Asset' ? [] : ['and', 'or', 'not']),
    ]
    const missing = filterFields(type)
      .map(({ name }) => name)
      .filter((name) => !keys.has(name))
    expect(missing.filter((name) => !combining.includes(name))).toEqual([])
  })

  it('has test cases for every type that has one', () => {
    const filters = Object.values(schema.getTypeMap()).filter(
      (type) => isInputObjectType(type) && type.name.endsWith('Filter'),
    )
    // test/audit/log.test.ts has those of AuditEntry, state-changes.test.ts those of StateChange.
    expect(filters.map(({ name }) => name).sort()).toEqual(
      [...types, 'AuditEntry', 'StateChange'].map((type) => `${type}Filter`).sort(),
    )
  })
})

describe.each(types)('every filter of %s', (type) => {
  let everything: string[]
  beforeAll(async () => {
    everything = await found(type, null)
    expect(everything.length).toBeGreaterThan(1)
  })

  /** The names that each of several filters finds, with one request. */
  async function foundBy(filters: readonly Filter[]): Promise<string[][]> {
    const label = labels[type]
    const { query, edges } = listsOf(type)
    const [edge] = edges
    const list = query ?? edge?.name ?? ''
    const asked = filters.map((_, at) => `f${at}: ${list}(filter: $f${at}) { nodes { ${label} } }`)
    const declared = filters.map((_, at) => `$f${at}: ${type}Filter`).join(', ')
    const parents = edge?.parents ? `${edge.parents} { nodes { ${asked.join(' ')} } }` : ''
    const text = query ? asked.join(' ') : parents || `company { ${asked.join(' ')} }`
    const variables = Object.fromEntries(filters.map((filter, at) => [`f${at}`, filter]))
    const { data, errors } = await run(`query (${declared}) { ${text} }`, variables)
    expect(errors).toBeUndefined()
    const parent = data[edge?.parents ?? '']?.nodes ?? [data.company]
    const holders: Record<string, { nodes: Record<string, string>[] }>[] = query ? [data] : parent
    return filters.map((_, at) =>
      holders
        .flatMap((each) => each[`f${at}`]?.nodes.map((node) => node[label] ?? '') ?? [])
        .sort(),
    )
  }
  const expectEach = async (filters: readonly Filter[], names: string[]) => {
    for (const [at, each] of (await foundBy(filters)).entries()) {
      expect(each, JSON.stringify(filters[at])).toEqual(names)
    }
  }
  const fields = () => filterFields(type).filter(({ name }) => !['and', 'or', 'not'].includes(name))

  it('matches all records if it is empty', async () => {
    const some = await foundBy([{}])
    const nothing = [
      { and: [] },
      { and: [{}, { or: [{}] }] },
      { not: { or: [] } },
      { or: [{ or: [] }, {}] },
      { and: null, or: null, not: null },
      ...fields().map(({ name }) => ({ [name]: null })),
      ...fields().flatMap(({ name }) =>
        name === 'search' ? [{ search: ' \t ' }, { search: '' }] : [],
      ),
    ]
    await expectEach(nothing, some[0] ?? [])
    if (listsOf(type).query) expect(some[0]).toEqual(everything)
  })

  it('matches no record if it cannot hold', async () => {
    const impossible = [
      { or: [] },
      { not: {} },
      { and: [{}, { or: [] }] },
      { or: [{ or: [] }, { not: {} }] },
      ...fields().flatMap(({ name, type: of }) => (isListType(of) ? [{ [name]: [] }] : [])),
    ]
    await expectEach(impossible, [])
  })

  it('matches the records with these UUIDs and integer ids', async () => {
    const label = labels[type]
    const { query } = listsOf(type)
    if (!query) return
    const { data } = await run(`{ ${query} { nodes { id databaseId ${label} } } }`)
    const [first, second] = data[query].nodes
    const names = [first[label], second[label]].sort()
    expect(await found(type, { ids: [first.id, String(second.databaseId)] })).toEqual(names)
    expect(await found(type, { ids: [first.databaseId, second.id.toUpperCase()] })).toEqual(names)
  })

  it('matches no record for ids that are malformed, unknown or of another type', async () => {
    const strangers = ['x', '', '-5', '0', '1.5', 2147483647, '99999999999', newUuid(), world.uuid]
    const named = fields().filter((field) => getNamedType(field.type).name === 'ID')
    if (named.length === 0) return
    await expectEach(
      named.map(({ name }) => ({ [name]: strangers })),
      [],
    )
    await expectEach(
      named.map(({ name }) => ({ not: { [name]: strangers } })),
      (await foundBy([{}]))[0] ?? [],
    )
  })
})

describe('an id in a filter', () => {
  it('matches beside unknown ids, and in upper case', async () => {
    const { hall } = world
    expect(await found('Asset', { zoneIds: ['x', newUuid(), hall.uuid.toUpperCase()] })).toEqual([
      'broken',
      'fine',
    ])
    expect(await found('Asset', { zoneIds: hall.uuid })).toEqual(['broken', 'fine'])
  })
})

describe('a filter by a custom field', () => {
  it.each([
    [{}, ''],
    [{ equals: '6', contains: '6' }, ''],
    [{ equals: null, between: null }, ''],
    [{ between: {} }, '.between'],
    [{ between: { from: 'six' } }, '.between'],
    [{ between: { from: '6', to: '2026-01-01' } }, '.between'],
    [{ between: { from: '6', to: '5.9' } }, '.between'],
    [{ between: { from: '10', to: '9' } }, '.between'],
    [{ between: { from: '2026-01-02', to: '2026-01-01' } }, '.between'],
  ])('rejects %j', async (condition, path) => {
    const filter = { customField: { fieldId: world.weight.fieldId, ...condition } }
    const text = 'query ($filter: AssetFilter) { assets(filter: $filter) { totalCount } }'
    const { errors } = await run(text, { filter })
    expect(errors!.map(({ extensions }) => [extensions.code, extensions.argument])).toEqual([
      ['BAD_USER_INPUT', `customField${path}`],
    ])
  })
})

describe('failing', () => {
  it('is true from the failure threshold on', async () => {
    const company = await newCompany(testDatabase())
    const site = await newSite(company, { failureThreshold: 2 })
    const zones = [
      await newZone(company, { siteId: site.id }),
      await newZone(company, { siteId: site.id }),
    ]
    const ask = graph(company.admin)
    const failing = async () => {
      const { data } = await ask(
        '{ sites(filter: { failing: true }) { totalCount nodes { failing } } all: sites { nodes { failing } } }',
      )
      expect(data.sites.nodes.length).toBe(data.sites.totalCount)
      expect(data.sites.totalCount === 1).toBe(data.all.nodes[0].failing)
      return data.all.nodes[0].failing as boolean
    }
    const defect = (zone = zones[0], more = {}) =>
      newAsset(company, { zoneId: zone!.id, defective: true, ...more })
    expect(await failing()).toBe(false)
    await defect()
    await defect(zones[1], { decommissionedAt: past })
    await newAsset(company, { zoneId: zones[1]!.id, nextInspection: past })
    expect(await failing()).toBe(false)
    const last = await defect(zones[1])
    expect(await failing()).toBe(true)
    await removeRecord(company.admin, 'Asset', { id: last.id })
    expect(await failing()).toBe(false)
  })
})
