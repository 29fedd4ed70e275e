import type { TypedDocumentNode } from '@apollo/client'
import { graphql } from '../../generated/index.js'
import { RECORD } from '../pages/assets/inspection-documents.js'

const ATTACH_TO_ASSET = graphql(`
  mutation AttachToAsset($input: UpdateAssetInput!) {
    updateAsset(input: $input) {
      asset {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)
const ATTACH_TO_CLIENT = graphql(`
  mutation AttachToClient($input: UpdateClientInput!) {
    updateClient(input: $input) {
      client {
        id
        logoUrl
      }
      userErrors {
        field
        message
      }
    }
  }
`)
const ATTACH_TO_COMPANY = graphql(`
  mutation AttachToCompany($input: UpdateCompanyInput!) {
    updateCompany(input: $input) {
      company {
        id
        logoUrl
      }
      userErrors {
        field
        message
      }
    }
  }
`)
const ATTACH_TO_FINDING = graphql(`
  mutation AttachToFinding($input: UpdateFindingInput!) {
    updateFinding(input: $input) {
      finding {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)
const ATTACH_TO_JOB = graphql(`
  mutation AttachToJob($input: AttachToJobInput!) {
    attachToJob(input: $input) {
      job {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)
const ATTACH_TO_SITE = graphql(`
  mutation AttachToSite($input: AttachToSiteInput!) {
    attachToSite(input: $input) {
      site {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)
const CHANGE_PICTURE = graphql(`
  mutation ChangePicture($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      user {
        id
        profile {
          id
          pictureUrl
        }
      }
      userErrors {
        field
        message
      }
    }
  }
`)
const OPEN_FINDING = graphql(`
  mutation OpenFinding($input: CreateFindingInput!) {
    createFinding(input: $input) {
      finding {
        ...FindingRow
      }
      userErrors {
        field
        message
      }
    }
  }
`)

const COMPLETE_JOB = graphql(`
  mutation CompleteJob($input: CompleteJobInput!) {
    completeJob(input: $input) {
      job {
        id
        status
        completedAt
      }
      userErrors {
        field
        message
      }
    }
  }
`)

/** The mutations that can wait in the queue. An entry has the name, so that it outlives a new version of this page. */
export const ACTIONS = {
  attachToAsset: ATTACH_TO_ASSET,
  attachToClient: ATTACH_TO_CLIENT,
  attachToCompany: ATTACH_TO_COMPANY,
  attachToFinding: ATTACH_TO_FINDING,
  attachToJob: ATTACH_TO_JOB,
  attachToSite: ATTACH_TO_SITE,
  changePicture: CHANGE_PICTURE,
  completeJob: COMPLETE_JOB,
  openFinding: OPEN_FINDING,
  recordInspection: RECORD,
} as const

export type ActionName = keyof typeof ACTIONS

/** The mutation of an action. The type of the entry's input is that of the code that has added it. */
export const mutationOf = (action: ActionName) =>
  ACTIONS[action] as TypedDocumentNode<object, { readonly input: object }>
