import { describe, expect, it } from 'vitest'
import type { Models } from '../../../src/db/read/model-rules.js'
import { parentFieldOf, relationPath, useModels } from '../../../src/db/read/models.js'
import { models } from '../../../src/domain/model/models.js'

describe('the rules of models', () => {
  it('are refused if a table has none', () => {
    expect(() => {
      useModels({ ...models, Job: undefined } as unknown as Models)
    }).toThrow('the size of Job')
  })

  it('are refused if they do not say how large a table is', () => {
    expect(() => {
      useModels({ ...models, Zone: {}, Site: {} } as unknown as Models)
    }).toThrow('the size of Site, Zone')
  })

  it('give each model with UUIDs the relation to the records about it', () => {
    const entries = { kind: 'many', model: 'AuditEntry', own: 'uuid', other: 'recordId' }
    expect(relationPath('Zone', 'history')).toEqual([entries])
    expect(relationPath('JobZone', 'history')).toBeUndefined()
  })

  it('have a field of the parent of statistics, if the parent is a key', () => {
    expect(parentFieldOf('Asset', 'Company')).toBe('companyId')
    expect(parentFieldOf('Asset', 'User')).toBe('zone.site.managerId')
    expect(() => parentFieldOf('Job', 'Zone')).toThrow('expected a key for Zone')
  })
})
