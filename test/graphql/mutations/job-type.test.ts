import { describe, expect, it } from 'vitest'
import { newCompany, newJob, newJobType } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { runMutation, errorCodesOf } from './run-mutation.js'

const db = testDatabase()

const SELECTION =
  'jobType { name passPercentage active requiresSignature singleInspection jobs { totalCount } }'

describe('createJobType', () => {
  it('returns the type, with the documented defaults for absent fields', async () => {
    const { admin } = await newCompany(db)
    const input = { name: 'Yearly check' }
    const { jobType } = await runMutation(admin, 'createJobType', input, SELECTION)
    expect(jobType).toEqual({
      name: 'Yearly check',
      passPercentage: 100,
      active: true,
      requiresSignature: false,
      singleInspection: false,
      jobs: { totalCount: 0 },
    })
  })

  it('reports all validation errors together', async () => {
    const { admin } = await newCompany(db)
    const input = { name: ' ', passPercentage: 101 }
    expect(await errorCodesOf(admin, 'createJobType', input)).toEqual([
      'REQUIRED name',
      'OUT_OF_RANGE passPercentage',
    ])
  })
})

describe('updateJobType', () => {
  it('changes the given fields', async () => {
    const company = await newCompany(db)
    const before = await newJobType(company, { description: 'Check', passPercentage: 80 })
    await newJob(company, { typeId: before.id })
    const input = { id: before.uuid, active: false, requiresSignature: true, passPercentage: 0 }
    const { jobType } = await runMutation(company.admin, 'updateJobType', input, SELECTION)
    expect(jobType).toEqual({
      name: 'Check',
      passPercentage: 0,
      active: false,
      requiresSignature: true,
      singleInspection: false,
      jobs: { totalCount: 1 },
    })
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const input = {
      id: (await newJobType(company)).uuid,
      name: null,
      passPercentage: null,
      active: null,
      requiresSignature: null,
      singleInspection: null,
    }
    expect(await errorCodesOf(company.admin, 'updateJobType', input)).toEqual([
      'REQUIRED name',
      'REQUIRED passPercentage',
      'REQUIRED active',
      'REQUIRED requiresSignature',
      'REQUIRED singleInspection',
    ])
  })
})

describe('removeJobType and restoreJobType', () => {
  it('return the type', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newJobType(company, { description: 'Check' })
    for (const name of ['removeJobType', 'restoreJobType']) {
      const answer = await runMutation(company.admin, name, { id }, 'jobType { id name }')
      expect(answer.jobType).toEqual({ id, name: 'Check' })
    }
  })

  it('are rejected while open jobs have it', async () => {
    const company = await newCompany(db)
    const type = await newJobType(company)
    await newJob(company, { typeId: type.id })
    const input = { id: type.uuid }
    expect(await errorCodesOf(company.admin, 'removeJobType', input)).toEqual(['IN_USE id'])
  })
})
