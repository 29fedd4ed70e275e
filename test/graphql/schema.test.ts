import { readFile } from 'node:fs/promises'
import {
  getNamedType,
  type GraphQLField,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { policy } from '../../src/domain/access/policy.js'
import { printedSchema } from '../../src/graphql/schema/print-schema.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'

type Field = GraphQLField<unknown, unknown>

const schema = createSchema()
const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type))
const objects = types.filter(isObjectType)
const nodes = objects.filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))
const queries = schema.getQueryType()?.getFields() ?? {}
const mutations = schema.getMutationType()?.getFields() ?? {}
const subscriptions = Object.keys(schema.getSubscriptionType()?.getFields() ?? {})

/** The specified operations. */
const operations = {
  queries: `viewer company node nodes
    client clients site sites zone zones zoneType zoneTypes asset assets assetType assetTypes barcode barcodes
    job jobs jobType jobTypes user users risk risks inspection inspections finding findings checklist checklists document documents
    assetStatistics jobStatistics inspectionStatistics findingStatistics auditLog stateChanges changes userSessions
    webhook webhooks webhookDelivery webhookDeliveries`,
  subscriptions: 'changes assetChanged inspectionRecorded jobChanged siteChanged',
  mutations: `createJob createJobs createAsset createAssets updateAsset updateAssets createSite updateSite createZone login refreshToken logout
    createClient updateClient updateZone createZoneType updateZoneType createAssetType updateAssetType createJobType
    updateJobType updateCompany createUser updateUser createApiKey updateApiKey revokeApiKey updateJob updateJobs startJob pauseJob resumeJob
    completeJob cancelJob confirmJobSync attachToJob attachToSite
    recordInspection recordInspections voidInspection decommissionAsset recommissionAsset
    createFinding updateFinding resolveFinding acceptFinding reopenFinding createJobFromFindings removeFinding restoreFinding
    reportJob reportInspection certifyInspection reportSite
    removeClient restoreClient removeSite restoreSite removeZone restoreZone removeZoneType restoreZoneType
    removeAsset restoreAsset removeAssetType restoreAssetType removeJob restoreJob removeJobType restoreJobType
    createChecklist updateChecklist removeChecklist restoreChecklist
    removeUser restoreUser removeDocument restoreDocument
    createWebhook updateWebhook removeWebhook restoreWebhook rotateWebhookSecret testWebhook redeliver replayWebhook
    changePassword updateProfile requestPasswordReset resetPassword inviteUser revokeSession createCalendarLink revokeCalendarLink
    updateNotificationPreferences`,
}
/** `createDocument` is an upload, `listRemoved` a filter of lists, API keys are a field of the company, audit entries of records. */
const notOfRoot = [
  'createDocument',
  'apiKeys',
  'listRemoved',
  'auditEntries',
  'createSiteCalendarLink',
]
const wordsOf = (text: string) => text.split(/\s+/).sort()

/** Fields that clients select. */
const expectedFields: Readonly<Record<string, string>> = {
  Viewer: 'user company role sessions calendarLinks',
  Session: 'uuid interface createdAt expiresAt refreshedAt revokedAt address userAgent current',
  ApiKey: 'name prefix createdBy createdAt expiresAt lastUsedAt revokedAt',
  Site: `id databaseId name legalName registrationNumber vatNumber address client manager riskLevel risk failureThreshold failing
    zonesCount assetsCount openJobsCount zones assets jobs createdAt updatedAt`,
  Address: 'street city region timezone',
  Risk: 'id level value',
  Zone: 'name sizeSquareMetres site type assetsCount assets',
  Asset: `code zone site type riskLevel risk defective status customFieldValues barcode lastInspectedAt nextInspectionDueAt decommissionedAt
    documents inspections`,
  CustomFieldValue: 'fieldId label value',
  Barcode: 'data',
  Job: `number type site zones technician createdBy reference specialInstructions requiresSignature signatureName status
    paused scheduledStart scheduledEnd startedAt completedAt closedBy totalMinutes syncedAt documents inspections signature report`,
  User: 'firstName lastName fullName email active role timezone profile sites jobs',
  Client: 'legalName tradingName registrationNumber vatNumber sites',
  JobType: 'name passPercentage active requiresSignature',
  AssetType: 'assets riskLevel customFields',
  CustomField: 'fieldId label default placeholder required options',
  ZoneType: 'name riskLevel assetTypes',
  PageInfo: 'hasNextPage hasPreviousPage startCursor endCursor',
}

const expectedInputs: Readonly<Record<string, string>> = {
  AssetFilter: `search codes typeIds zoneIds siteIds clientIds riskLevels statuses defective overdue checklistIds createdAt
    lastInspectedAt nextInspectionDueAt and or not`,
  DateTimeRange: 'from to',
  SiteFilter: 'search clientIds riskLevels failing and or not',
  JobFilter: 'search siteIds technicianIds typeIds statuses scheduledStart and or not',
  UserFilter: 'search roles active and or not',
  CreateJobInput: `siteId jobTypeId technicianId scheduledStart scheduledEnd requiresSignature zoneIds reference
    specialInstructions`,
  CreateAssetInput: 'zoneId typeId code barcode riskLevel customFieldValues',
  UpdateAssetInput: 'id typeId code riskLevel zoneId customFieldValues',
  CreateSiteInput:
    'clientId name failureThreshold managerId address legalName registrationNumber vatNumber',
  UpdateSiteInput:
    'id clientId name failureThreshold managerId address legalName registrationNumber vatNumber',
  CreateZoneInput: 'siteId typeId name sizeSquareMetres',
  LoginInput: 'username password',
  ChangePasswordInput: 'current new',
  ResetPasswordInput: 'token new',
  UpdateProfileInput: 'firstName lastName phoneNumber telephone timezone',
}

const expectedValues: Readonly<Record<string, string>> = {
  RiskLevel: 'CRITICAL HIGH MEDIUM LOW',
  Role: 'ADMIN TECHNICIAN',
  SessionInterface: 'GRAPHQL REST_API REST_V1',
  OrderDirection: 'ASC DESC',
  AssetStatus: 'OK DEFECTIVE OVERDUE DECOMMISSIONED',
  JobStatus: 'SCHEDULED IN_PROGRESS PAUSED COMPLETED CANCELLED',
  InspectionOutcome: 'PASSED FAILED',
}

describe('the schema', () => {
  it('is printed in schema.graphql', async () => {
    expect(await readFile('schema.graphql', 'utf8')).toBe(printedSchema())
  })

  it('has exactly the specified queries, mutations and subscriptions', () => {
    expect(subscriptions.sort()).toEqual(wordsOf(operations.subscriptions))
    expect(Object.keys(queries).sort()).toEqual(wordsOf(operations.queries))
    expect(Object.keys(mutations).sort()).toEqual(wordsOf(operations.mutations))
  })

  it('has exactly one policy row for each operation', () => {
    expect(Object.keys(policy).sort()).toEqual(
      [
        // The query and the subscription `changes` have one row.
        ...new Set([...Object.keys(queries), ...subscriptions]),
        ...Object.keys(mutations),
        ...notOfRoot,
      ].sort(),
    )
  })

  it.each(Object.entries(expectedFields))(
    'has the fields of %s that clients select',
    (name, fields) => {
      const type = objects.find((each) => each.name === name)
      expect(Object.keys(type?.getFields() ?? {})).toEqual(expect.arrayContaining(wordsOf(fields)))
    },
  )

  it.each(Object.entries(expectedInputs))(
    'has the fields of %s that clients set',
    (name, fields) => {
      const type = types.filter(isInputObjectType).find((each) => each.name === name)
      expect(Object.keys(type?.getFields() ?? {})).toEqual(expect.arrayContaining(wordsOf(fields)))
    },
  )

  it.each(Object.entries(expectedValues))('has exactly the values of %s', (name, values) => {
    const type = types.filter(isEnumType).find((each) => each.name === name)
    expect(
      type
        ?.getValues()
        .map((value) => value.name)
        .sort(),
    ).toEqual(wordsOf(values))
  })
})

describe('a description', () => {
  const described: [place: string, text: string | null | undefined][] = types
    .filter((type) => !(isScalarType(type) && isSpecifiedScalarType(type)))
    .flatMap((type) => {
      const places: [string, string | null | undefined][] = [[type.name, type.description]]
      if (isObjectType(type) || isInterfaceType(type)) {
        for (const { name, description, args } of Object.values(type.getFields())) {
          places.push([`${type.name}.${name}`, description])
          for (const each of args)
            places.push([`${type.name}.${name}(${each.name})`, each.description])
        }
      }
      if (isInputObjectType(type)) {
        for (const each of Object.values(type.getFields()))
          places.push([`${type.name}.${each.name}`, each.description])
      }
      if (isEnumType(type)) {
        for (const each of type.getValues())
          places.push([`${type.name}.${each.name}`, each.description])
      }
      return places
    })

  it('exists for every type, field, argument, input field and enum value', () => {
    expect(described.length).toBeGreaterThan(500)
    expect(described.filter(([, text]) => !text?.trim()).map(([place]) => place)).toEqual([])
  })

  it('is a sentence', () => {
    const ours = described.filter(([place]) => !isScalarType(schema.getType(place)))
    expect(
      ours.filter(([, text]) => !/^[\p{Lu}`].*[.`]$/su.test(text ?? '')).map(([place]) => place),
    ).toEqual([])
  })
})

describe('a list', () => {
  const SEVEN = ['after', 'before', 'filter', 'first', 'last', 'offset', 'orderBy']
  const fieldsOf = (holders: readonly { name: string; getFields: () => Record<string, Field> }[]) =>
    holders.flatMap((type) =>
      Object.values(type.getFields()).map((field) => [type.name, field] as const),
    )
  const unwrapped = ({ type }: Field) => (isNonNullType(type) ? type.ofType : type)
  const query = schema.getQueryType()
  const lists = fieldsOf([...(query ? [query] : []), ...nodes])

  it('of records is a connection everywhere, except nodes', () => {
    const bare = lists.filter(
      ([, field]) =>
        isListType(unwrapped(field)) && nodes.includes(getNamedType(field.type) as never),
    )
    expect(bare.map(([, { name }]) => name)).toEqual([])
    expect(isListType(unwrapped(queries['nodes'] as Field))).toBe(true)
  })

  const connections = lists.filter(([, field]) =>
    getNamedType(field.type).name.endsWith('Connection'),
  )

  it.each(connections.map(([type, field]) => [`${type}.${field.name}`, field] as const))(
    'takes the seven arguments: %s',
    (_, { args, type }) => {
      const record = getNamedType(type).name.replace(/Connection$/, '')
      // A list for admins is nullable: for others, it is an error, beside the rest of the data.
      const isForAdmins = ['ApiKey', 'AuditEntry', 'Webhook', 'WebhookDelivery'].includes(record)
      expect(String(type)).toBe(`${record}Connection${isForAdmins ? '' : '!'}`)
      expect(args.map(({ name }) => name).sort()).toEqual(SEVEN)
      const taken = Object.fromEntries(args.map((each) => [each.name, String(each.type)]))
      expect(taken).toEqual({
        first: 'Int',
        after: 'String',
        last: 'Int',
        before: 'String',
        offset: 'Int',
        filter: `${record}Filter`,
        orderBy: `[${record}Order!]`,
      })
    },
  )

  it('conforms to Relay’s connection specification', () => {
    const used = new Set(connections.map(([, { type }]) => getNamedType(type).name))
    const declared = objects.filter(({ name }) => name.endsWith('Connection'))
    expect([...used].sort()).toEqual(declared.map(({ name }) => name).sort())
    for (const connection of declared) {
      const record = connection.name.replace(/Connection$/, '')
      const fieldTypes = (of: typeof connection) =>
        Object.fromEntries(
          Object.values(of.getFields()).map(({ name, type }) => [name, String(type)]),
        )
      expect(fieldTypes(connection)).toEqual({
        nodes: `[${record}!]!`,
        edges: `[${record}Edge!]!`,
        pageInfo: 'PageInfo!',
        totalCount: 'Int!',
      })
      const edge = objects.find(({ name }) => name === `${record}Edge`)
      expect(edge && fieldTypes(edge)).toEqual({ cursor: 'String!', node: `${record}!` })
    }
  })

  it('has a singular query by id or another key, which is nullable', () => {
    const plurals = Object.values(queries).filter(({ type }) =>
      getNamedType(type).name.endsWith('Connection'),
    )
    // Audit entries and state changes have no id.
    const logs = ['auditLog', 'stateChanges']
    for (const { type } of plurals.filter(({ name }) => !logs.includes(name))) {
      const record = getNamedType(type).name.replace(/Connection$/, '')
      const singular = queries[record.charAt(0).toLowerCase() + record.slice(1)]
      expect(String(singular?.type)).toBe(record)
      expect(singular?.args.map((each) => `${each.name}: ${String(each.type)}`)).toEqual([
        'id: ID',
        `by: ${record}Key`,
      ])
    }
  })
})

describe('a mutation', () => {
  it.each(Object.values(mutations).map((field) => [field.name, field] as const))(
    'has one input and userErrors in its payload: %s',
    (name, { args, type }) => {
      const capital = name.charAt(0).toUpperCase() + name.slice(1)
      expect(args.map((each) => `${each.name}: ${String(each.type)}`)).toEqual([
        `input: ${capital}Input!`,
      ])
      const payload = getNamedType(type)
      expect(payload.name).toBe(`${capital}Payload`)
      expect(isObjectType(payload) && String(payload.getFields()['userErrors']?.type)).toBe(
        '[UserError!]!',
      )
    },
  )
})

describe('a node', () => {
  it('has its history, except parts of records, a risk, which all companies share, and a delivery, which is a log', () => {
    const without = nodes.filter((node) => !('history' in node.getFields()))
    expect(without.map(({ name }) => name).sort()).toEqual([
      'ChecklistVersion',
      'Profile',
      'Risk',
      'WebhookDelivery',
    ])
  })

  it('is the only type with an id, because caches of clients merge objects by it', () => {
    const others = objects.filter((type) => !nodes.includes(type))
    expect(others.filter((type) => 'id' in type.getFields()).map(({ name }) => name)).toEqual([])
  })

  it('has its UUID as id and its integer as databaseId', () => {
    expect(nodes.length).toBeGreaterThan(12)
    for (const type of nodes) {
      expect(String(type.getFields()['id']?.type)).toBe('ID!')
      expect(String(type.getFields()['databaseId']?.type)).toBe('Int!')
    }
  })

  it('has resolvers only on its to-many fields, statistics, figures, and the field that an argument chooses', () => {
    const resolved = [
      ...nodes,
      ...objects.filter(({ name }) =>
        /(Connection|Edge|PageInfo|Address|Stats|Group|Bucket)$/.test(name),
      ),
    ]
    for (const type of resolved) {
      for (const field of Object.values(type.getFields())) {
        const isResolved =
          nodes.includes(type) &&
          (/(Connection|Statistics|Figures)$/.test(getNamedType(field.type).name) ||
            `${type.name}.${field.name}` === 'Document.url')
        expect(field.resolve !== undefined, `${type.name}.${field.name}`).toBe(isResolved)
      }
    }
  })
})
