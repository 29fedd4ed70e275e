import { describe, expect, it } from 'vitest'
import { newCompany, newJob, newJobType } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { carryOut, refusalOf } from './mutate.js'

const db = testDatabase()

const SELECTION =
  'jobType { description passPercentage active requiresSignature singleInspection jobs { totalCount } }'

describe('createJobType', () => {
  it('answers with the type, absent fields as their descriptions say', async () => {
    const { admin } = await newCompany(db)
    const input = { description: 'Yearly check' }
    const { jobType } = await carryOut(admin, 'createJobType', input, SELECTION)
    expect(jobType).toEqual({
      description: 'Yearly check',
      passPercentage: 100,
      active: true,
      requiresSignature: false,
      singleInspection: false,
      jobs: { totalCount: 0 },
    })
  })

  it('tells all mistakes together', async () => {
    const { admin } = await newCompany(db)
    const input = { description: ' ', passPercentage: 101 }
    expect(await refusalOf(admin, 'createJobType', input)).toEqual([
      'REQUIRED description',
      'OUT_OF_RANGE passPercentage',
    ])
  })
})

describe('updateJobType', () => {
  it('changes what is given', async () => {
    const company = await newCompany(db)
    const before = await newJobType(company, { description: 'Check', passPercentage: 80 })
    await newJob(company, { typeId: before.id })
    const input = { id: before.uuid, active: false, requiresSignature: true, passPercentage: 0 }
    const { jobType } = await carryOut(company.admin, 'updateJobType', input, SELECTION)
    expect(jobType).toEqual({
      description: 'Check',
      passPercentage: 0,
      active: false,
      requiresSignature: true,
      singleInspection: false,
      jobs: { totalCount: 1 },
    })
  })

  it('tells all mistakes together', async () => {
    const company = await newCompany(db)
    const input = {
      id: (await newJobType(company)).uuid,
      description: null,
      passPercentage: null,
      active: null,
      requiresSignature: null,
      singleInspection: null,
    }
    expect(await refusalOf(company.admin, 'updateJobType', input)).toEqual([
      'REQUIRED description',
      'REQUIRED passPercentage',
      'REQUIRED active',
      'REQUIRED requiresSignature',
      'REQUIRED singleInspection',
    ])
  })
})

describe('removeJobType and restoreJobType', () => {
  it('answer with the type', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newJobType(company, { description: 'Check' })
    for (const name of ['removeJobType', 'restoreJobType']) {
      const answer = await carryOut(company.admin, name, { id }, 'jobType { id description }')
      expect(answer.jobType).toEqual({ id, description: 'Check' })
    }
  })

  it('are refused while there are open jobs of it', async () => {
    const company = await newCompany(db)
    const type = await newJobType(company)
    await newJob(company, { typeId: type.id })
    const input = { id: type.uuid }
    expect(await refusalOf(company.admin, 'removeJobType', input)).toEqual(['IN_USE id'])
  })
})
