import { graphql } from '../../client/generated/index.js'

export const CREATE_ASSETS = graphql(`
  mutation CreateAssets($input: CreateAssetsInput!) {
    payload: createAssets(input: $input) {
      records: assets {
        id
        code
        barcode {
          data
        }
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const UPDATE_ASSETS = graphql(`
  mutation UpdateAssets($input: UpdateAssetsInput!) {
    payload: updateAssets(input: $input) {
      records: assets {
        id
        code
        barcode {
          data
        }
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const CREATE_JOBS = graphql(`
  mutation CreateJobs($input: CreateJobsInput!) {
    payload: createJobs(input: $input) {
      records: jobs {
        id
        number
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const UPDATE_JOBS = graphql(`
  mutation UpdateJobs($input: UpdateJobsInput!) {
    payload: updateJobs(input: $input) {
      records: jobs {
        id
        number
      }
      userErrors {
        field
        message
      }
    }
  }
`)
