import { graphql } from '../../generated/index.js'
import type { DocumentTileFragment } from '../../generated/graphql.js'

// Fragments: the queries spread them. Each size of a picture has a name of its own, which `Picture` takes.
graphql(`
  fragment DocumentTile on Document {
    id
    name
    contentType
    size
    sha256
    questionId
    createdAt
    createdBy {
      id
      fullName
    }
    thumbnail: url(size: SMALL)
    large: url(size: LARGE)
    original: url
  }

  fragment DocumentPage on DocumentConnection {
    edges {
      node {
        ...DocumentTile
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
  }
`)

export type DocumentTile = Omit<DocumentTileFragment, '__typename' | 'createdBy'> & {
  readonly createdBy: { readonly fullName: string }
}

/** The pictures that every browser shows. */
const SHOWN = ['image/jpeg', 'image/png']

export const isPicture = ({ contentType }: { readonly contentType: string }): boolean =>
  SHOWN.includes(contentType)
