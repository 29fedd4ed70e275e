import { graphql } from '../generated/index.js'

export const BEGIN = graphql(`
  query Begin {
    changes {
      cursor
    }
    viewer {
      user {
        id
        fullName
      }
    }
  }
`)

export const CHANGES = graphql(`
  query Changes($after: String!, $ownKeys: [String!]!) {
    changes(
      after: $after
      types: [ASSET, ASSET_TYPE, CHECKLIST, INSPECTION, JOB]
      ownKeys: $ownKeys
    ) {
      cursor
      hasMore
      changes {
        recordType
        ownKey
      }
    }
  }
`)

export const JOBS = graphql(`
  query Jobs($technicianId: ID!, $after: String) {
    jobs(
      first: 50
      after: $after
      filter: { technicianIds: [$technicianId], statuses: [SCHEDULED, IN_PROGRESS, PAUSED] }
      orderBy: [{ field: SCHEDULED_START }]
    ) {
      nodes {
        id
        number
        status
        scheduledStart
        specialInstructions
        updatedAt
        site {
          name
        }
        type {
          name
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

export const LEFT = graphql(`
  query Left($jobId: ID!, $after: String) {
    assets(first: 100, after: $after, filter: { leftInJobIds: [$jobId] }) {
      nodes {
        id
        code
        updatedAt
        status
        zone {
          name
        }
        barcode {
          data
        }
        type {
          id
          name
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

export const TYPES = graphql(`
  query Types($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on AssetType {
        checklist {
          versionId
          sections {
            name
            questions {
              ...InspectorQuestion
            }
          }
        }
      }
    }
  }

  fragment InspectorQuestion on ChecklistQuestion {
    questionId
    kind
    text
    hint
    required
    weight
    critical
    allowNotApplicable
    requireNoteWhenFailing
    requirePhotoWhenFailing
    opensFinding
    unit
    minimum
    maximum
    minimumCount
    choices {
      value
      label
      fails
      points
    }
    showIf {
      allOf {
        ...InspectorCondition
      }
      anyOf {
        ...InspectorCondition
      }
    }
  }

  fragment InspectorCondition on AnswerCondition {
    questionId
    isOneOf
    isNotOneOf
    between {
      from
      to
    }
    isAnswered
  }
`)
