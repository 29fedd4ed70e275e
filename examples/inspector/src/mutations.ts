import { graphql } from '../generated/index.js'

export const RECORD = graphql(`
  mutation Record($input: RecordInspectionInput!) {
    recordInspection(input: $input) {
      inspection {
        id
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`)

export const START = graphql(`
  mutation Start($input: StartJobInput!) {
    startJob(input: $input) {
      job {
        id
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`)

export const RESUME = graphql(`
  mutation Resume($input: ResumeJobInput!) {
    resumeJob(input: $input) {
      job {
        id
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`)

export const CORRECT = graphql(`
  mutation Correct($input: UpdateAssetInput!) {
    updateAsset(input: $input) {
      asset {
        id
        code
        updatedAt
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`)

export const LOGOUT = graphql(`
  mutation Logout {
    logout(input: {}) {
      ok
    }
  }
`)
