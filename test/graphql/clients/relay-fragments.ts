/* Fragments of a client that uses Relay. The test relay.test.ts compiles them with relay-compiler. */

const graphql = String.raw

export const page = graphql`
  query relayFragmentsQuery($first: Int, $after: String, $filter: SiteFilter) {
    viewer {
      role
      user {
        ...relayFragments_user
      }
    }
    ...relayFragments_sites @arguments(first: $first, after: $after, filter: $filter)
  }
`

export const user = graphql`
  fragment relayFragments_user on User {
    fullName
    role
    jobs(first: 5, filter: { late: true }) {
      totalCount
    }
  }
`

export const sites = graphql`
  fragment relayFragments_sites on Query
  @refetchable(queryName: "relayFragmentsSitesQuery")
  @argumentDefinitions(
    first: { type: "Int", defaultValue: 20 }
    after: { type: "String" }
    filter: { type: "SiteFilter" }
  ) {
    sites(first: $first, after: $after, filter: $filter)
      @connection(key: "relayFragments_sites", filters: ["filter"]) {
      edges {
        node {
          id
          name
          riskLevel
          ...relayFragments_site
        }
      }
    }
  }
`

/** A nested connection that is refetched through \`node\`, backwards too. */
export const site = graphql`
  fragment relayFragments_site on Site
  @refetchable(queryName: "relayFragmentsSiteQuery")
  @argumentDefinitions(
    first: { type: "Int" }
    after: { type: "String" }
    last: { type: "Int" }
    before: { type: "String" }
  ) {
    assets(first: $first, after: $after, last: $last, before: $before)
      @connection(key: "relayFragments_site_assets") {
      edges {
        node {
          id
          code
          customFieldValues {
            fieldId
            label
            value
          }
          ... on Node @alias(as: "record") {
            databaseId
          }
        }
      }
    }
  }
`

export const createAsset = graphql`
  mutation relayFragmentsCreateAssetMutation($input: CreateAssetInput!, $connections: [ID!]!) {
    createAsset(input: $input) {
      asset @prependNode(connections: $connections, edgeTypeName: "AssetEdge") {
        id
        code
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`
