import { OperationTypeNode } from 'graphql'
import { expect, it } from 'vitest'
import { allows } from '../../../src/domain/access/authorise.js'
import { type Operation, policy } from '../../../src/domain/access/policy.js'
import { commonScopes, onlyReads, type Scope } from '../../../src/domain/access/scope.js'
import { createSchema } from '../../../src/graphql/schema/build-schema.js'

const schema = createSchema()
const namesOf = (kind: OperationTypeNode) =>
  Object.keys(schema.getRootType(kind)?.getFields() ?? {}).filter((name) => name in policy)

const viewer = { userId: 1, companyId: 1, role: 'admin' } as const
const allowed = (own: Scope[]) =>
  (Object.keys(policy) as Operation[]).filter((name) => allows({ ...viewer, scopes: own }, name))

it('READ allows each query, and no mutation except the end of the own session', () => {
  expect(allowed(['READ'])).toEqual(expect.arrayContaining(namesOf(OperationTypeNode.QUERY)))
  const mutations = namesOf(OperationTypeNode.MUTATION)
  expect(allowed(['READ']).filter((name) => mutations.includes(name))).toEqual(['logout'])
})

it('FIELD_WORK allows only operations of all members, ADMIN_WRITE those of admins', () => {
  const added = (scope: Scope) =>
    allowed([scope]).filter((name) => !allowed(['READ']).includes(name))
  expect(new Set(added('FIELD_WORK').map((name) => policy[name].access))).toEqual(
    new Set(['member']),
  )
  expect(new Set(added('ADMIN_WRITE').map((name) => policy[name].access))).toEqual(
    new Set(['admin']),
  )
})

it('no scope allows to change keys, passwords or sessions', () => {
  const all = allowed(['READ', 'FIELD_WORK', 'ADMIN_WRITE'])
  for (const name of [
    'createApiKey',
    'updateApiKey',
    'revokeApiKey',
    'changePassword',
    'revokeSession',
    'updateNotificationPreferences',
    'createCalendarLink',
    'createSiteCalendarLink',
    'revokeCalendarLink',
  ])
    expect(all).not.toContain(name)
})

it('the role limits a scope', () => {
  const technician = { ...viewer, role: 'technician', scopes: ['ADMIN_WRITE'] } as const
  expect(allows(technician, 'createSite')).toBe(false)
  expect(allows(technician, 'auditLog')).toBe(false)
  expect(allows({ ...technician, scopes: undefined }, 'createAsset')).toBe(true)
  expect(allows(technician, 'createAsset')).toBe(false)
})

it('several keys have the scopes that all of them have', () => {
  expect(commonScopes([])).toBeUndefined()
  expect(commonScopes([null, null])).toBeUndefined()
  expect(commonScopes([null, ['READ']])).toEqual(['READ'])
  expect(commonScopes([['FIELD_WORK'], ['ADMIN_WRITE', 'FIELD_WORK']])).toEqual(['FIELD_WORK'])
  expect(commonScopes([['FIELD_WORK'], ['READ']])).toEqual([])
  expect(
    [undefined, [], ['READ'], ['READ', 'FIELD_WORK']].map((each) => onlyReads(each as Scope[])),
  ).toEqual([false, true, true, false])
})
