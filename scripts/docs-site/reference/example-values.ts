import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import { exampleId } from './example-ids.js'

/** Examples of scalars, by the name of the field or argument, then by the type. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  addressRange: '203.0.113.0/24',
  after: 'WzEyMF0',
  appEmailLogo: 'https://harbour.example/logo.png',
  appName: 'Harbour Inspections',
  barcode: 'BC00003587',
  barcodeFormat: 'BC[0-9]{8}',
  before: 'WzE0MF0',
  city: 'Dover',
  code: 'FE-00203',
  contains: 'foam',
  current: 'demo-password',
  data: 'BC00003587',
  default: '6',
  dialingCode: 'GB',
  email: 'ann@harbour.example',
  employeeNumber: 'E-1042',
  equals: '6',
  first: 10,
  firstName: 'Ann',
  from: '4',
  fromEmail: 'inspections@harbour.example',
  fromEmailName: 'Harbour Inspections',
  frontendUrl: 'https://app.harbour.example',
  hint: 'Read the gauge at eye level.',
  idNumber: '532013485',
  idempotencyKey: 'import-42-row-7',
  isNotOneOf: 'Yes',
  isOneOf: 'No',
  label: 'Pressure',
  lastName: 'Baker',
  legalName: 'Kingfisher Cold Storage plc',
  mobile: '+44 7700 900134',
  name: 'Pump Room',
  new: 'correct horse battery staple',
  note: 'The gauge is in the green range.',
  offset: 0,
  operation: 'updateAsset',
  option: 'Foam',
  ownKey: 'import-42-row-7',
  password: 'correct horse battery staple',
  phone: '+44 1304 555 0134',
  phoneNumber: '+44 1304 555 0134',
  placeholder: 'Bar',
  position: 'Inspector',
  query: 'query ($id: ID!) { asset(id: $id) { code status } }',
  reason: 'It was scanned twice.',
  reference: 'PO-2026-118',
  refreshToken: 'fis_refresh_…',
  region: 'Kent',
  registrationNumber: '07654321',
  requestId: '4f1c9a52-7b0e-4c55-9d6f-0a1b2c3d4e5f',
  resolution: 'The seal was replaced.',
  scheduledEndLocal: '2026-01-15T11:30',
  scheduledStartLocal: '2026-01-15T09:30',
  search: 'pump',
  shortCode: 'FE',
  signatureName: 'Ann Baker',
  specialInstructions: 'Ask for the key at the gate.',
  street: '4 Quay Road',
  telephone: '+44 1304 555 0134',
  text: 'Is the pressure in the green range?',
  timezone: 'Europe/London',
  title: 'The seal is broken',
  to: '8',
  token: 'fis_password_…',
  tradingName: 'Kingfisher',
  trigger: 'asset.status',
  type: 'asset.status',
  unit: 'bar',
  url: 'https://receiver.example/events',
  username: 'admin@harbour.example',
  value: '6',
  vatNumber: 'GB123456789',
}

const BY_TYPE: Readonly<Record<string, unknown>> = {
  Boolean: true,
  DateTime: '2026-01-15T09:30:00Z',
  Duration: 'P6M',
  EmailAddress: 'ann@harbour.example',
  Float: 51.5,
  Int: 3,
  String: 'text',
  TimeZone: 'Europe/London',
}

/** Fields of filters that nest the filter itself: an example has none of them. */
const NESTING = ['and', 'or', 'not']

/**
 * A value of an input type, as GraphQL writes it in a document. `owner` is the type that the field with the argument returns, or the input
 * with the field.
 */
export function exampleValue(type: GraphQLInputType, name: string, owner = ''): string {
  if (isNonNullType(type)) return exampleValue(type.ofType, name, owner)
  if (isListType(type)) return `[${exampleValue(type.ofType, name, owner)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null'
  if (!isInputObjectType(type)) return scalarExample(type.name, name, owner)
  const fields = Object.values(type.getFields()).filter((field) => !NESTING.includes(field.name))
  const required = fields.filter(isRequiredInputField)
  const shown = type.isOneOf || required.length === 0 ? fields.slice(0, 1) : required
  const values = shown.map(
    (field) => `${field.name}: ${exampleValue(field.type, field.name, type.name)}`,
  )
  return `{${values.join(', ')}}`
}

/** A value of a scalar, as GraphQL writes it. */
export function scalarExample(type: string, name: string, owner = ''): string {
  if (type === 'ID') return JSON.stringify(exampleId(name, owner))
  const named = BY_NAME[name] ?? BY_NAME[name.replace(/s$/, '')]
  const fits = typeof named === (type === 'Int' ? 'number' : 'string')
  const isText = ['String', 'Int', 'EmailAddress', 'TimeZone'].includes(type)
  const value = isText && fits ? named : BY_TYPE[type]
  if (value === undefined) throw new Error(`expected an example of the scalar ${type}`)
  return JSON.stringify(value)
}
