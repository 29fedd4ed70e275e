import { nounOf } from '../../../domain/noun.js'

/** The name of a mutation is a verb and a record: `createAssetType`. */
const split = (mutation: string) => {
  const verb = /^[a-z]+/.exec(mutation)?.[0] ?? ''
  return { verb, record: mutation.slice(verb.length) }
}

/** The name prefix of a mutation's input and payload types: `CreateAssetType` for `createAssetType`. */
export const typePrefixOf = (mutation: string): string =>
  mutation.charAt(0).toUpperCase() + mutation.slice(1)

/** The name of the payload's field for the record: `assetType` for `createAssetType`. */
export function recordFieldOf(mutation: string): string {
  const { record } = split(mutation)
  return record.charAt(0).toLowerCase() + record.slice(1)
}

/** The noun for the record: `asset type` for `createAssetType`. */
export const recordNounOf = (mutation: string): string => nounOf(split(mutation).record)

/** The description of the mutation's input: `The asset type to create.` */
export const describeInput = (mutation: string): string =>
  `The ${recordNounOf(mutation)} to ${split(mutation).verb}.`
