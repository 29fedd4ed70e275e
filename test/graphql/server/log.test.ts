import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../../../src/app.js'
import { readConfig } from '../../../src/config/config.js'
import { newAssetType, newCompany, newZone, type TestCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { tokenOf } from '../../support/graphql.js'
import { PATIENT } from '../../support/patient-settings.js'

let company: TestCompany
let app: FastifyInstance
let authorization: string
const lines: { level: number; reqId?: string }[] = []

beforeAll(async () => {
  // Clients cannot set the barcode format, so a malformed one causes an internal error.
  company = await newCompany(testDatabase(), { allowExternalBarcodes: true, barcodeFormat: '(' })
  authorization = `Bearer ${await tokenOf(company.admin)}`
  const log = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(JSON.parse(line.toString()) as (typeof lines)[number])
      done()
    },
  })
  const config = readConfig(PATIENT)
  app = await createApp(config, testDatabase(), pino({ level: 'warn' }, log))
})
beforeEach(() => {
  lines.length = 0
})
afterAll(() => app.close())

const ask = (query: string, variables = {}, headers: Record<string, string> = { authorization }) =>
  app.inject({ method: 'POST', url: '/graphql', headers, payload: { query, variables } })

it.each([
  ['a syntax error', '{ sites('],
  ['an unknown field', '{ nothing }'],
  ['a variable of a wrong type', 'query ($n: Int) { sites(first: $n) { totalCount } }'],
  ['a page that is too large', '{ sites(first: 101) { totalCount } }'],
  [
    'a query that is too deep',
    `{ ${'zones { nodes { site { '.repeat(9)} id ${'} } }'.repeat(9)} }`,
  ],
])('does not contain %s, which is a client error', async (_, query) => {
  for (const time of ['first', 'second']) {
    const { body } = await ask(query, { n: 'three' })
    expect(body, time).toContain('"errors"')
  }
  expect(lines).toEqual([])
})

it('does not contain invalid credentials', async () => {
  const { statusCode } = await ask('{ viewer { role } }', {}, { authorization: 'Bearer nobody' })
  expect(statusCode).toBe(401)
  expect(lines).toEqual([])
})

it('contains an internal error with the request id', async () => {
  const zone = await newZone(company)
  const type = await newAssetType(company)
  const { headers } = await ask(
    `mutation ($zoneId: ID!, $typeId: ID!) {
      createAsset(input: { zoneId: $zoneId, typeId: $typeId, barcode: "B-1" }) { asset { id } } }`,
    { zoneId: zone.uuid, typeId: type.uuid },
  )
  expect(lines).toMatchObject([{ level: 50, reqId: headers['x-request-id'] }])
})
