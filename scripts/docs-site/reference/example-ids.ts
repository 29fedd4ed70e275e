import { demoIds } from '../../../src/set-b/demo-ids.js'

/** An id that no record has, for records that a client creates, and for those whose ids differ in each demo. */
const OTHER = '019b8f2c-5b1e-7c52-9d4f-3e8a6b7c8d9e'

/** The names of arguments and fields that mean a user. */
const USERS = ['createdBy', 'inspector', 'manager', 'reassignOpenJobsTo', 'technician']

type Noun = keyof typeof demoIds

/** `assetType` before `asset`. */
const NOUNS = (Object.keys(demoIds) as Noun[]).sort((one, other) => other.length - one.length)

/** An id of the demo for an argument or a field with this name. `owner` is the type that the argument's field returns, or the input. */
export function exampleId(name: string, owner: string): string {
  const stem = name.replace(/(^i|I)ds?$/, '')
  const noun = stem === '' ? nounIn(owner === 'Node' ? 'Asset' : owner) : nounOf(stem, owner)
  const isNew = stem === '' && owner.startsWith('Create')
  return noun === undefined || isNew ? OTHER : demoIds[noun]
}

function nounOf(stem: string, owner: string): Noun | undefined {
  if (USERS.includes(stem)) return 'user'
  // The type of an asset, a zone or a job; in a filter of other records that of their assets.
  const wanted = stem === 'type' ? `${nounIn(owner) ?? 'asset'}Type` : stem
  return NOUNS.find((noun) => noun === (stem === 'field' ? 'customField' : wanted))
}

/** The noun in the name of a type: that of a job in `UpdateJobInput`. */
const nounIn = (owner: string) =>
  NOUNS.find((noun) => owner.toLowerCase().includes(noun.toLowerCase()))
