import { graphql } from '../../../generated/index.js'

export const CHECKLIST_OF_ASSET = graphql(`
  query ChecklistOfAsset($id: ID!) {
    asset(id: $id) {
      id
      type {
        id
        checklist {
          ...ChecklistContent
        }
      }
    }
  }
`)

export const RECORD = graphql(`
  mutation RecordInspection($input: RecordInspectionInput!) {
    recordInspection(input: $input) {
      inspection {
        id
        asset {
          id
          status
        }
        job {
          id
          status
          progress {
            assets
            inspected
            remaining
          }
        }
      }
      userErrors {
        field
        message
      }
    }
  }
`)
