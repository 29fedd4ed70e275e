import { graphql } from '../../../generated/index.js'

export const START_JOB = graphql(`
  mutation StartJob($id: ID!) {
    startJob(input: { id: $id }) {
      job {
        id
        status
        startedAt
      }
      userErrors {
        message
      }
    }
  }
`)
