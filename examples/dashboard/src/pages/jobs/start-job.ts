import { graphql } from '../../../generated/index.js'

/** Has no inverse: a job that has started can only be paused. */
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

/** What a toast says when the service has started a job. */
export const startedText = (number: number): string => `Job ${number} has started.`
