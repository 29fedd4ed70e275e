import { expect, it } from 'vitest'
import { updateChecklist } from '../../../src/domain/checklist/update-checklist.js'
import { recordInspection } from '../../../src/domain/inspection/record-inspection.js'
import { newCompany, type TestCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { newFailingInspection } from '../../support/failing-inspection.js'
import { poolOf, sentBy } from '../../support/statements.js'

const db = testDatabase()

/** The versions whose questions the statement of an inspection does not read. */
async function leftOut(company: TestCompany, input: Parameters<typeof recordInspection>[1]) {
  const sent = await sentBy(poolOf(db), () => recordInspection(company.technician, input))
  const statement = sent.find(({ name }) => name === 'find-checklist-versions')
  return statement?.values?.at(-1)
}

it('the questions of a version are read once by a process, and those of a new version again', async () => {
  const company = await newCompany(db)
  const { checklistId, input } = await newFailingInspection(company)
  const { assetId, answers } = input
  const again = { assetId, answers: answers.slice(0, 2) }
  const versions = async () =>
    (
      await db.prisma.checklistVersion.findMany({
        where: { companyId: company.companyId, checklistId },
        orderBy: { number: 'asc' },
      })
    ).map(({ uuid }) => uuid)
  const [first = ''] = await versions()
  expect(await leftOut(company, again)).toEqual([])
  expect(await leftOut(company, again)).toEqual([first])
  await updateChecklist(company.admin, { id: checklistId, passPercentage: 0 })
  const { id } = await recordInspection(company.technician, again)
  const { checklistVersion } = await db.prisma.inspection.findFirstOrThrow({
    where: { id },
    include: { checklistVersion: true },
  })
  expect(checklistVersion?.number).toBe(2)
  expect(await leftOut(company, again)).toEqual(expect.arrayContaining(await versions()))

  // A known version can still be answered by its id, and belongs to its company alone.
  await recordInspection(company.technician, { ...again, checklistVersionId: first })
  const other = await newCompany(db)
  const { input: foreign } = await newFailingInspection(other)
  const refused = { ...foreign, checklistVersionId: first }
  await expect(recordInspection(other.technician, refused)).rejects.toMatchObject({
    errors: [{ code: 'NOT_FOUND', path: ['checklistVersionId'] }],
  })
  expect(await leftOut(other, foreign)).toEqual([])
})
