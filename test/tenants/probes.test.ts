import { expect, it } from 'vitest'
import { Random } from '../../src/demo/random.js'
import { newFullCompany } from '../graphql/full-company.js'
import { tableDigestsOf } from '../support/table-digests.js'
import { foreignValuesOf, separateIds } from './foreign-values.js'
import { graphqlTargets } from './graphql-probes.js'
import { restTargets } from './rest-probes.js'

/** The number of probes; by default one for each target. `npm run load -- tenant-probes` runs 20,000. */
const PROBES = Number(process.env['PROBES'] ?? 0)
const SEED = process.env['SEED'] ?? '1'

/** The digest of the other company's tables is compared after this many probes. */
const BATCH = 100

it('no value of another company, in any place of any request, reads or changes its records', async () => {
  const ours = await newFullCompany()
  await separateIds(ours.db)
  const theirs = await newFullCompany()
  const values = await foreignValuesOf(theirs)
  const targets = [...(await graphqlTargets(ours, values)), ...(await restTargets(ours, values))]
  expect(targets.length).toBeGreaterThan(250)
  const names = targets.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['query asset(id)', 'mutation updateSite(clientId)']),
  )
  expect(names).toEqual(
    expect.arrayContaining(['Set A Create job body site_id', 'Set B readAsset path']),
  )

  const random = new Random(SEED)
  const before = await tableDigestsOf(theirs.db, theirs.companyId)
  const probes = Math.max(PROBES, targets.length)
  for (let count = 0; count < probes; count += 1) {
    const target = targets[count % targets.length]
    const text = await target?.probe(random)
    expect(text, `seed ${SEED}, probe ${count}: ${target?.name ?? ''}`).not.toContain(values.mark)
    if (count % BATCH === BATCH - 1 || count === probes - 1) {
      const after = await tableDigestsOf(theirs.db, theirs.companyId)
      expect(after, `seed ${SEED}, probes ${count - BATCH + 1} to ${count}`).toEqual(before)
    }
  }
  console.log(`${probes} probes of ${targets.length} targets, seed ${SEED}: no leak`)
}, 3_600_000)
