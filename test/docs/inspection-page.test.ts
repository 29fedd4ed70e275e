import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Domain } from '../../src/domain/domain.js'
import { newCompany, newJobType, newSite, newZone } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, tokenOf } from '../support/graphql.js'
import { blocksOf, Placeholders } from '../support/transcript.js'

const db = testDatabase()

it('docs/inspection.md: each request has the answer that the page shows', async () => {
  const blocks = blocksOf(await readFile('docs/inspection.md', 'utf8'))
  const company = await newCompany(db)
  const site = await newSite(company, { failureThreshold: 1 })
  const names = new Placeholders()
  names.set('zone', (await newZone(company, { siteId: site.id })).uuid)
  names.set('job-type', (await newJobType(company, { passPercentage: 80 })).uuid)
  const { userId, companyId } = company.technician.viewer
  const technician = await db.prisma.user.findFirstOrThrow({ where: { id: userId, companyId } })
  names.set('technician-id', technician.uuid)
  const callers: Readonly<Record<string, Domain>> = company as never
  let answer: unknown
  for (const { language, note, text, line } of blocks) {
    if (language === 'graphql') {
      const caller = callers[note]
      if (!caller) throw new Error(`line ${line}: no caller ${note}`)
      const authorization = `Bearer ${await tokenOf(caller)}`
      const { data, errors } = await post(names.fill(text), {}, { authorization })
      answer = { ...(data && { data }), ...(errors && { errors }) }
    } else if (language === 'json') {
      const expected = names.complete(JSON.parse(text) as unknown, answer)
      expect(answer, `line ${line}`).toEqual(expected)
    }
  }
  expect(blocks.length).toBeGreaterThan(10)
})
