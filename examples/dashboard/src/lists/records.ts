import { graphql } from '../../generated/index.js'

/** For each noun: some records by a text or by their ids, each with the text that people know it by. */
export const RECORDS = {
  sites: graphql(`
    query ChooseSites($search: String, $ids: [ID!]) {
      records: sites(
        first: 20
        filter: { search: $search, ids: $ids }
        orderBy: [{ field: NAME }]
      ) {
        nodes {
          id
          label: name
        }
      }
    }
  `),
  clients: graphql(`
    query ChooseClients($search: String, $ids: [ID!]) {
      records: clients(
        first: 20
        filter: { search: $search, ids: $ids }
        orderBy: [{ field: LEGAL_NAME }]
      ) {
        nodes {
          id
          label: legalName
        }
      }
    }
  `),
  users: graphql(`
    query ChooseUsers($search: String, $ids: [ID!], $roles: [Role!], $active: Boolean) {
      records: users(
        first: 20
        filter: { search: $search, ids: $ids, roles: $roles, active: $active }
        orderBy: [{ field: LAST_NAME }]
      ) {
        nodes {
          id
          label: fullName
        }
      }
    }
  `),
  zones: graphql(`
    query ChooseZones($search: String, $ids: [ID!], $siteIds: [ID!]) {
      records: zones(
        first: 20
        filter: { search: $search, ids: $ids, siteIds: $siteIds }
        orderBy: [{ field: NAME }]
      ) {
        nodes {
          id
          label: name
          site {
            id
            name
          }
        }
      }
    }
  `),
  jobTypes: graphql(`
    query ChooseJobTypes($search: String, $ids: [ID!], $active: Boolean) {
      records: jobTypes(
        first: 20
        filter: { search: $search, ids: $ids, active: $active }
        orderBy: [{ field: NAME }]
      ) {
        nodes {
          id
          label: name
        }
      }
    }
  `),
  assetTypes: graphql(`
    query ChooseAssetTypes($search: String, $ids: [ID!]) {
      records: assetTypes(
        first: 20
        filter: { search: $search, ids: $ids }
        orderBy: [{ field: NAME }]
      ) {
        nodes {
          id
          label: name
        }
      }
    }
  `),
  zoneTypes: graphql(`
    query ChooseZoneTypes($search: String, $ids: [ID!]) {
      records: zoneTypes(
        first: 20
        filter: { search: $search, ids: $ids }
        orderBy: [{ field: NAME }]
      ) {
        nodes {
          id
          label: name
        }
      }
    }
  `),
  checklists: graphql(`
    query ChooseChecklists($search: String, $ids: [ID!]) {
      records: checklists(
        first: 20
        filter: { search: $search, ids: $ids }
        orderBy: [{ field: NAME }]
      ) {
        nodes {
          id
          label: name
        }
      }
    }
  `),
  jobs: graphql(`
    query ChooseJobs($search: String, $ids: [ID!]) {
      records: jobs(
        first: 20
        filter: { search: $search, ids: $ids }
        orderBy: [{ field: NUMBER }]
      ) {
        nodes {
          id
          label: number
        }
      }
    }
  `),
  assets: graphql(`
    query ChooseAssets($search: String, $ids: [ID!]) {
      records: assets(
        first: 20
        filter: { search: $search, ids: $ids }
        orderBy: [{ field: CODE }]
      ) {
        nodes {
          id
          label: code
        }
      }
    }
  `),
}

export type Noun = keyof typeof RECORDS

interface Choice {
  readonly id: string
  readonly label: string | number
  readonly site?: { readonly name: string }
}

/** The text of a record. Zones of many sites have the same name. */
export const labelOfChoice = ({ label, site }: Choice): string =>
  site ? `${label}, ${site.name}` : String(label)
