import { readFile } from 'node:fs/promises'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { generateTypes, TYPES } from '../../../scripts/set-b-types.js'
import { PASSWORD } from '../../support/builders.js'
import { service } from '../../support/graphql.js'
import { newKey } from '../rest.js'
import { newPopulatedCompany } from '../../support/populated-company.js'
import { runClient } from './run-client.js'

it('has types that are generated from the current OpenAPI document', async () => {
  expect(await readFile(TYPES, 'utf8')).toBe(await generateTypes())
})

it('compiles against the types, and the types find mistakes', () => {
  const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
  const program = ts.createProgram(['test/set-b/client/run-client.ts'], options)
  const diagnostics = ts.getPreEmitDiagnostics(program)
  expect(diagnostics.map(({ messageText }) => messageText)).toEqual([])
})

it('logs in, lists, creates and updates', async () => {
  const { admin, users } = await newPopulatedCompany()
  const apiKey = await newKey(admin)
  const username = users.admin.email
  const ran = await runClient(await service(), { apiKey, username, password: PASSWORD })
  expect(ran.login).toMatchObject({ expiresIn: 86_400, tokenType: 'Bearer' })
  expect(ran.zones).toMatchObject({ pageIndex: 0, pageSize: 10, total: 1 })
  expect(ran.created).toMatchObject({ name: 'Generated', failureThreshold: 2 })
  expect(ran.updated.data).toEqual({
    ...ran.created,
    name: 'Updated',
    updatedAt: ran.updated.data?.updatedAt,
  })
  expect(ran.refused.error?.errors?.[0]).toMatchObject({ field: 'failureThreshold' })
})
