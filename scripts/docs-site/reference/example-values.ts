import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'

/** Examples of scalars, by the name of the field or argument, then by the type. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  after: 'WzEyMF0',
  before: 'WzE0MF0',
  barcode: 'BC00003587',
  city: 'Dover',
  code: 'FE-00203',
  current: 'demo-password',
  data: 'BC00003587',
  email: 'ann@harbour.example',
  first: 10,
  idempotencyKey: 'import-42-row-7',
  legalName: 'Kingfisher Cold Storage plc',
  name: 'Pump Room',
  new: 'correct horse battery staple',
  note: 'The gauge is in the green range.',
  offset: 0,
  password: 'correct horse battery staple',
  phone: '+44 1304 555 0134',
  region: 'Kent',
  search: 'pump',
  street: '4 Quay Road',
  timezone: 'Europe/London',
  username: 'admin@harbour.example',
}

const BY_TYPE: Readonly<Record<string, unknown>> = {
  Boolean: true,
  DateTime: '2026-01-15T09:30:00Z',
  Duration: 'P6M',
  EmailAddress: 'ann@harbour.example',
  Float: 51.5,
  ID: '019b76da-a8a6-75d2-aa75-997c77ef3f05',
  Int: 3,
  String: 'text',
  TimeZone: 'Europe/London',
}

/** Fields of filters that nest the filter itself: an example has none of them. */
const NESTING = ['and', 'or', 'not']

/** A value of an input type, as GraphQL writes it in a document. */
export function exampleValue(type: GraphQLInputType, name: string): string {
  if (isNonNullType(type)) return exampleValue(type.ofType, name)
  if (isListType(type)) return `[${exampleValue(type.ofType, name)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null'
  if (!isInputObjectType(type)) return scalarExample(type.name, name)
  const fields = Object.values(type.getFields()).filter((field) => !NESTING.includes(field.name))
  const required = fields.filter(isRequiredInputField)
  const shown = type.isOneOf || required.length === 0 ? fields.slice(0, 1) : required
  return `{${shown.map((field) => `${field.name}: ${exampleValue(field.type, field.name)}`).join(', ')}}`
}

/** A value of a scalar, as GraphQL writes it. */
export function scalarExample(type: string, name: string): string {
  const named = BY_NAME[name] ?? BY_NAME[name.replace(/s$/, '')]
  const fits = typeof named === (type === 'Int' ? 'number' : 'string')
  const isText = ['String', 'Int', 'EmailAddress', 'TimeZone'].includes(type)
  const value = isText && fits ? named : BY_TYPE[type]
  if (value === undefined) throw new Error(`expected an example of the scalar ${type}`)
  return JSON.stringify(value)
}
