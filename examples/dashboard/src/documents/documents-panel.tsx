import { useQuery } from '@apollo/client/react'
import { graphql } from '../../generated/index.js'
import { InfiniteScroll } from '../parts/infinite-scroll.js'
import { Problem } from '../parts/problem.js'
import type { ActionName } from '../queue/actions.js'
import { useQueueState } from '../queue/use-queue.js'
import { AddFiles } from './add-files.js'
import { Compare } from './compare.js'
import { Gallery } from './gallery.js'
import { QueuedTiles } from './queued-tile.js'
import { useAttach } from './use-attach.js'

const DOCUMENTS = graphql(`
  query Documents($id: ID!, $after: String) {
    node(id: $id) {
      id
      ... on Asset {
        documents(first: 24, after: $after) {
          ...DocumentPage
        }
      }
      ... on Client {
        documents(first: 24, after: $after) {
          ...DocumentPage
        }
      }
      ... on Finding {
        documents(first: 24, after: $after) {
          ...DocumentPage
        }
      }
      ... on Inspection {
        documents(first: 24, after: $after) {
          ...DocumentPage
        }
      }
      ... on Job {
        documents(first: 24, after: $after) {
          ...DocumentPage
        }
      }
      ... on Site {
        documents(first: 24, after: $after) {
          ...DocumentPage
        }
      }
    }
  }
`)

interface Props {
  readonly id: string
  /** The page of the record, without its id. */
  readonly place: 'assets' | 'clients' | 'findings' | 'inspections' | 'jobs' | 'sites'
  /** The record, for people. */
  readonly title: string
  readonly isAdmin: boolean
  /** Whether the record is the work of the user, who may then attach files to it. */
  readonly isOwn?: boolean
}

/** How a file is attached to a record, and whether only admins may change the record. An inspection never changes. */
const ATTACH: Readonly<Record<Props['place'], readonly [ActionName, 'admin' | 'member'] | null>> = {
  assets: ['attachToAsset', 'member'],
  clients: ['attachToClient', 'admin'],
  findings: ['attachToFinding', 'member'],
  inspections: null,
  jobs: ['attachToJob', 'admin'],
  sites: ['attachToSite', 'member'],
}

/** The files of a record, and those that are on their way. */
export function DocumentsPanel({ id, place, title, isAdmin, isOwn = false }: Props) {
  const { data, error, refetch, fetchMore } = useQuery(DOCUMENTS, { variables: { id } })
  const { entries } = useQueueState()
  const [action, role] = ATTACH[place] ?? []
  const attach = useAttach({
    action: action ?? 'attachToAsset',
    place: `${place}/${id}`,
    title: `File of ${title}`,
    canRemove: isAdmin,
    inputOf: (fileId) => ({ id, documentIds: [fileId] }),
  })
  const onAdd = action && (isAdmin || isOwn || role === 'member') ? attach : undefined
  const list = data?.node && 'documents' in data.node ? data.node.documents : undefined
  const documents = list?.edges.map(({ node }) => node) ?? []
  const queued = entries.filter((entry) => entry.action === action && entry.input['id'] === id)
  const isEmpty = list?.totalCount === 0 && queued.length === 0
  return (
    <section className="panel" aria-labelledby="files">
      <h2 id="files">Photographs and files</h2>
      {error && !list && <Problem error={error} onRetry={refetch} />}
      {isEmpty && <p className="empty">There are none.</p>}
      <Gallery documents={documents} canRemove={isAdmin} onAdd={onAdd}>
        <QueuedTiles entries={queued} />
      </Gallery>
      <InfiniteScroll
        when="button"
        cursor={list?.pageInfo.hasNextPage ? list.pageInfo.endCursor : null}
        onLoad={(after) => fetchMore({ variables: { after } })}
      />
      {onAdd && <AddFiles onAdd={onAdd} />}
      <Compare documents={documents} />
    </section>
  )
}
