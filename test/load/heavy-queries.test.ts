import { beforeAll, describe, expect, it } from 'vitest'
import { newAsset, newCompany, newSite, newZone, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { startService, tokenOf } from '../support/graphql.js'
import { heavyDocuments } from './heavy-documents.js'
import { sendHeavyLoad } from './heavy-load.js'

let heavy: TestCompany
let light: TestCompany
beforeAll(async () => {
  heavy = await newCompany(testDatabase())
  light = await newCompany(testDatabase())
  for (const company of [heavy, light]) {
    const { id: siteId } = await newSite(company)
    const { id: zoneId } = await newZone(company, { siteId })
    const { typeId } = await newAsset(company, { zoneId })
    for (let made = 1; made < 20; made += 1) await newAsset(company, { zoneId, typeId })
  }
})

describe('heavy documents of one company', () => {
  it('are answered or refused with a clear error, and all reads of another company succeed', async () => {
    const outcomes = await sendHeavyLoad({
      address: await startService(),
      heavyToken: await tokenOf(heavy.technician),
      lightToken: await tokenOf(light.technician),
      copies: 2,
      rounds: 2,
      reads: 20,
    })
    expect(outcomes.heavy.length).toBe(4 * heavyDocuments.length)
    for (const { name, status, code, message } of outcomes.heavy) {
      const isRefused =
        (status === 400 && code === 'QUERY_TOO_COMPLEX') ||
        (status === 429 && code === 'RATE_LIMITED') ||
        (status === 503 && code === 'UNAVAILABLE')
      const isAnswered = status === 200 && code === undefined
      expect(isAnswered || isRefused, `${name}: ${status} ${code ?? ''} ${message ?? ''}`).toBe(
        true,
      )
      if (isRefused) expect(message).toMatch(/\.$/)
    }
    expect(outcomes.light.map(({ error }) => error).filter(Boolean)).toEqual([])
    expect(outcomes.light.length).toBeGreaterThanOrEqual(20)
  })

  it('the limit on cost refuses one of 22 documents', async () => {
    expect(heavyDocuments.length).toBe(22)
    const { heavy: sent } = await sendHeavyLoad({
      address: await startService(),
      heavyToken: await tokenOf(heavy.technician),
      lightToken: await tokenOf(light.technician),
      copies: 1,
      rounds: 1,
      reads: 1,
    })
    const refused = sent.filter(({ code }) => code === 'QUERY_TOO_COMPLEX')
    expect(refused.map(({ name }) => name)).toEqual(['a filter of 500 short searches'])
  })
})
