import { isObjectType } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../../src/demo/random.js'
import { createSchema } from '../../../src/graphql/schema/build-schema.js'
import { type Comparison, openComparison } from './compare-executors.js'
import { type FullCompany, uuidsOf } from '../full-company.js'
import { randomDocument } from './random-document.js'

/** `npm run load -- kept-documents` compares 46,000 documents. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 100)
const FIRST = Number(process.env['SEED'] ?? 1)
const DOCUMENTS_PER_TEST = 50
const ROUNDS = 3

/** Fields whose values are never kept. With them, only one of seven random documents would be kept. */
const NEVER_KEPT =
  /^(updatedAt|history|auditLog|changes|profile|apiKeys?|userSessions|sessions?|url|logoUrl|pictureUrl|report|certificate|signature|totalMinutes|stateChanges|record)$/

const schema = createSchema()
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type)) continue
  const fields = type.getFields()
  for (const name of Object.keys(fields)) {
    if (NEVER_KEPT.test(name)) Reflect.deleteProperty(fields, name)
  }
}

const END = FIRST + DOCUMENTS
const ranges = Array.from({ length: Math.ceil(DOCUMENTS / DOCUMENTS_PER_TEST) }, (_, index) => {
  const first = FIRST + index * DOCUMENTS_PER_TEST
  return [first, Math.min(first + DOCUMENTS_PER_TEST, END) - 1] as const
})

/** Changes a record of the company. */
async function write(company: FullCompany, random: Random): Promise<void> {
  const { db, companyId, client, site, zone, asset, assetType, job, zoneType, checklist } = company
  const { prisma } = db
  const text = `Text ${random.integer(1, 1_000_000)}`
  const riskId = random.integer(1, 4)
  const of = ({ id }: { readonly id: number }) => ({ where: { companyId, id } })
  const writes = [
    () => prisma.client.updateMany({ ...of(client), data: { legalName: text } }),
    () => prisma.site.updateMany({ ...of(site), data: { name: text, riskId } }),
    () =>
      prisma.site.updateMany({
        ...of(site),
        data: { timezone: random.pick(['UTC', 'Asia/Tokyo']) },
      }),
    () => prisma.zone.updateMany({ ...of(zone), data: { name: text } }),
    () => prisma.zoneType.updateMany({ ...of(zoneType), data: { description: text } }),
    () => prisma.asset.updateMany({ ...of(asset), data: { code: text, riskId } }),
    () => prisma.asset.updateMany({ ...of(asset), data: { defective: random.chance(0.5) } }),
    () =>
      prisma.asset.updateMany({
        ...of(asset),
        data: { deletedAt: random.pick([null, new Date()]) },
      }),
    () =>
      prisma.assetType.updateMany({
        ...of(assetType),
        data: { name: text, intervalDays: random.integer(1, 999) },
      }),
    () => prisma.job.updateMany({ ...of(job), data: { reference: text } }),
    () =>
      prisma.job.updateMany({ ...of(job), data: { deletedAt: random.pick([null, new Date()]) } }),
    () => prisma.jobZone.deleteMany({ where: { companyId, jobId: job.id, zoneId: zone.id } }),
    () => prisma.checklist.updateMany({ ...of(checklist), data: { name: text } }),
    () => prisma.user.updateMany({ ...of(company.users.technician), data: { lastName: text } }),
  ]
  await random.pick(writes)()
}

describe('kept answers to random documents, beside writes,', () => {
  let comparison: Comparison
  let compared = 0
  beforeAll(async () => {
    comparison = await openComparison()
  })

  it.each(ranges)(
    'are those that the database would give, with seeds %i to %i',
    async (first, last) => {
      const { company, keptAnswer, unkeptAnswer, forget } = comparison
      const ids = Object.values(uuidsOf(company))
      for (let seed = first; seed <= last; seed += 1) {
        const random = new Random(`writes ${seed}`)
        const { query, vectors } = randomDocument(schema, seed, ids)
        const variables = vectors[0] ?? {}
        let before = await unkeptAnswer(query, variables)
        if (before === undefined) continue
        compared += 1
        for (let round = 0; round < ROUNDS; round += 1) {
          const writing = random.chance(0.7) ? write(company, random) : undefined
          const during = await keptAnswer(query, variables)
          await writing
          const [kept, plain] = [
            await keptAnswer(query, variables),
            await unkeptAnswer(query, variables),
          ]
          expect(kept, `${seed}, round ${round}: ${query}`).toBe(plain)
          expect([before, plain], `${seed}, during round ${round}: ${query}`).toContain(during)
          before = plain
        }
        forget(query)
      }
    },
  )
  it('are often the kept ones, so the comparison is not one of answers that were read', () => {
    const { hits, misses } = comparison.lookups
    console.log(`${compared} documents, ${hits} kept answers, ${misses} that were read`)
    expect(compared).toBeGreaterThan(DOCUMENTS / 2)
    expect(hits).toBeGreaterThan(compared)
  })
})
