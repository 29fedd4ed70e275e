import {
  getNamedType,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  isObjectType,
} from 'graphql'
import { expect } from 'vitest'
import type { Domain } from '../../../src/domain/domain.js'
import { createSchema } from '../../../src/graphql/schema/build-schema.js'
import { tableDigestsOf } from '../../support/table-digests.js'
import { type GraphAnswer, post, tokenOf } from '../../support/graphql.js'

const schema = createSchema()

/** The names of all mutations. */
export const mutationNames = Object.keys(schema.getMutationType()?.getFields() ?? {})

/** The mutations on credentials. They have neither a dry run nor an idempotency key. */
export const onCredentials = [
  'changePassword',
  'createCalendarLink',
  'login',
  'logout',
  'refreshToken',
  'requestPasswordReset',
  'resetPassword',
  'revokeCalendarLink',
  'revokeSession',
]

const capitalised = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

export const inputTypeOf = (name: string) =>
  schema.getType(`${capitalised(name)}Input`) as GraphQLInputObjectType

/** Runs a mutation that must succeed, and returns its payload. */
export async function runMutation(viewer: Domain, name: string, input: object, selection?: string) {
  const { data, errors } = await send(viewer, name, input, selection)
  expect(errors, name).toBeUndefined()
  expect(data[name].userErrors, name).toEqual([])
  return data[name]
}

/** The errors of a mutation that must not write: `CODE path.to.field` for each user error, or the code of the error. */
export async function errorCodesOf(viewer: Domain, name: string, input: object): Promise<string[]> {
  const [refusal = []] = await errorCodesOfEach(viewer, name, [input])
  return refusal
}

/** The errors for each of several inputs. */
export async function errorCodesOfEach(
  viewer: Domain,
  name: string,
  inputs: readonly object[],
): Promise<string[][]> {
  await tokenFor(viewer)
  const { db } = viewer
  const before = await tableDigestsOf(db, viewer.viewer.companyId)
  const refusals: string[][] = []
  for (const input of inputs) refusals.push(refusalIn(name, await send(viewer, name, input)))
  expect(await tableDigestsOf(db, viewer.viewer.companyId), `${name} wrote`).toEqual(before)
  return refusals
}

function refusalIn(name: string, { data, errors }: GraphAnswer): string[] {
  if (errors) {
    expect(Object.values(data ?? {})).not.toContainEqual(expect.anything())
    return errors.map(({ extensions: { code, path } }) =>
      [code, ...(path ? [(path as string[]).join('.')] : [])].join(' '),
    )
  }
  const { userErrors, ...record } = data[name] as { userErrors: UserError[] }
  expect(new Set(Object.values(record))).toEqual(new Set([null]))
  expect(userErrors, `${name} was not refused`).not.toEqual([])
  return userErrors.map(({ code, field }) => `${code} ${field?.join('.')}`)
}

interface UserError {
  readonly code: string
  readonly field: string[] | null
}

/** Sends a mutation. Unless given, the selection has all fields of the payload, and the `id` of each record. */
export async function send(
  viewer: Domain | undefined,
  name: string,
  input: object,
  selection = payloadOf(name),
) {
  const document = `mutation ($input: ${capitalised(name)}Input!) {
    ${name}(input: $input) { ${selection} userErrors { code field message } }
  }`
  const headers = viewer && { authorization: `Bearer ${await tokenFor(viewer)}` }
  return post(document, { input }, headers)
}

const payloadOf = (name: string): string =>
  fieldsOf(name)
    .map((field) => {
      const type = getNamedType(field.type)
      if (!isObjectType(type)) return field.name
      return `${field.name} { ${'id' in type.getFields() ? 'id' : '__typename'} }`
    })
    .join(' ')

/** The field of a mutation's payload that holds the record. */
export function recordFieldOf(name: string): string {
  const records = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType)
  const isRecord = (type: string) => records.some((record) => record.name === type)
  return fieldsOf(name).find(({ type }) => isRecord(getNamedType(type).name))?.name ?? ''
}

function fieldsOf(name: string) {
  const payload = schema.getType(`${capitalised(name)}Payload`) as GraphQLObjectType
  return Object.values(payload.getFields()).filter((field) => field.name !== 'userErrors')
}

const tokens = new WeakMap<Domain, Promise<string>>()

/** Lets a viewer use a token, or an API key, instead of a session. */
export const signInWith = (viewer: Domain, token: string): void => {
  tokens.set(viewer, Promise.resolve(token))
}

/** One session for each viewer, because opening one writes. */
export function tokenFor(viewer: Domain): Promise<string> {
  let token = tokens.get(viewer)
  if (!token) tokens.set(viewer, (token = tokenOf(viewer)))
  return token
}
