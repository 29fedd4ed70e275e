import type { PoolClient } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabaseOfOwner } from '../../support/database.js'
import { isSharded } from '../../support/shards.js'
import { poolOf, sentBy } from '../../support/statements.js'
import { mutationNames, recordFieldOf, runMutation, tokenFor } from './run-mutation.js'
import { newCompanyAndInput } from './valid-inputs.js'

const db = testDatabaseOfOwner()

/**
 * The mutations by what each sends if its payload selects nothing, `begin` and `commit` included. A statement that is sent
 * while none is in progress begins a round trip.
 */
const SENT: Readonly<Record<string, string>> = {
  '2 round trips, 4 statements':
    'logout revokeSession revokeCalendarLink createClient createJobType',
  '3 round trips, 5 statements':
    'createAssets createAsset createJobs createJob confirmJobSync updateNotificationPreferences updateApiKey updateClient updateJobType recommissionAsset pauseJob resumeJob cancelJob updateFinding resolveFinding acceptFinding removeJob removeFinding removeDocument removeWebhook',
  '3 round trips, 6 statements': 'startJob createZone createSite',
  '4 round trips, 5 statements':
    'createApiKey updateAssets updateAsset decommissionAsset reportJob reportInspection reportSite rotateWebhookSecret redeliver replayWebhook',
  '4 round trips, 6 statements':
    'removeSite removeZone removeChecklist restoreChecklist removeAssetType restoreAssetType removeClient restoreClient removeJobType restoreJobType restoreUser removeZoneType restoreZoneType createAssetType createFinding',
  '4 round trips, 7 statements': 'recordInspections recordInspection completeJob',
  '5 round trips, 6 statements': 'certifyInspection revokeApiKey',
  '5 round trips, 7 statements':
    'updateChecklist updateProfile updateWebhook reopenFinding restoreSite removeAsset restoreDocument',
  '5 round trips, 8 statements': 'updateZone',
  '6 round trips, 7 statements': 'updateJobs updateJob createZoneType testWebhook',
  '6 round trips, 8 statements':
    'updateSite createCalendarLink updateAssetType updateZoneType restoreZone',
  '7 round trips, 8 statements':
    'attachToJob createChecklist requestPasswordReset resetPassword createUser attachToSite',
  '7 round trips, 9 statements': 'restoreFinding restoreWebhook',
  '8 round trips, 10 statements': 'createJobFromFindings voidInspection removeUser',
  '9 round trips, 10 statements': 'inviteUser createWebhook',
  '10 round trips, 11 statements': 'changePassword',
  '10 round trips, 12 statements': 'restoreAsset',
  // The first `allowUnassignedJobs` of a company creates a user.
  '11 round trips, 12 statements': 'updateCompany',
  '11 round trips, 17 statements': 'login',
  '15 round trips, 16 statements': 'updateUser',
  '17 round trips, 19 statements': 'restoreJob',
  // The last one: some seconds later, it sends further statements.
  '3 round trips, 7 statements': 'refreshToken',
}

/** The mutations that clients send most often. */
const FREQUENT =
  'createAsset createJob updateAsset updateJob startJob completeJob recordInspection updateZone createSite'

/** PostgreSQL plans a prepared statement for its values five times, before it may keep a plan for any values. */
const MOST_PLANS = 5

/** Runs a mutation in a company of its own, and returns what it sends. */
async function sentByMutation(name: string, selection = '__typename') {
  const { company, input } = await newCompanyAndInput(db, name)
  await tokenFor(company.admin)
  return sentBy(poolOf(db), () => runMutation(company.admin, name, input, selection))
}

// A process reads the names of the time zones once.
beforeAll(() => sentByMutation('createSite'))

it('the table names each mutation once', () => {
  const names = Object.values(SENT).flatMap((each) => each.split(' '))
  expect(names.sort()).toEqual([...mutationNames].sort())
})

/** Mutations whose payload is read by a statement of its own. */
const READ_AFTERWARDS =
  'createClient createSite updateSite createZone updateZone createUser createFinding recordInspection'

it.each(READ_AFTERWARDS.split(' '))('%s reads its payload with the commit', async (name) => {
  const tripsOf = async (selection: string) =>
    (await sentByMutation(name, selection)).filter(({ beginsTrip }) => beginsTrip).length
  const record = `${recordFieldOf(name)} { createdAt }`
  expect(await tripsOf(record)).toBe(await tripsOf('__typename'))
})

describe.each(Object.entries(SENT))('%s:', (expected, names) => {
  it.each(names.split(' '))('%s', async (name) => {
    const sent = await sentByMutation(name)
    const trips = sent.filter(({ beginsTrip }) => beginsTrip)
    const texts = sent.map(({ name: key, text }) => `${key ?? ''} ${text}`).join('\n')
    expect(`${trips.length} round trips, ${sent.length} statements`, texts).toBe(expected)
  })
})

// Citus finds the server of a company by the value, so it plans each time.
it.skipIf(isSharded).each(FREQUENT.split(' '))(
  'PostgreSQL does not plan %s each time',
  async (name) => {
    const clients = new Set<PoolClient>()
    for (let time = 0; time < MOST_PLANS * 3; time += 1)
      for (const { client } of await sentByMutation(name)) clients.add(client)
    for (const client of clients) {
      const { rows } = await client.query<{ statement: string }>(
        `select statement from pg_prepared_statements where custom_plans > ${MOST_PLANS} and statement not like 'select page.%'`,
      )
      expect(rows).toEqual([])
    }
  },
)
