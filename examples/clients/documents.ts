import { graphql } from './generated/index.js'

export const SITES = graphql(`
  query Sites($after: String) {
    sites(first: 20, after: $after) {
      edges {
        node {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const RENAME_SITE = graphql(`
  mutation RenameSite($input: UpdateSiteInput!) {
    updateSite(input: $input) {
      site {
        id
        name
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const FOLLOW_SITES = graphql(`
  subscription FollowSites($after: String) {
    siteChanged(after: $after) {
      cursor
      recordId
      action
      site {
        id
        name
      }
    }
  }
`)
