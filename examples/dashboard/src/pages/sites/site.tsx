import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { DocumentsPanel } from '../../documents/documents-panel.js'
import { countOf } from '../../format.js'
import { Badge } from '../../parts/badge.js'
import { InfiniteScroll } from '../../parts/infinite-scroll.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { linkTo, OPEN_JOBS } from '../../route.js'
import { NewJobLink } from '../jobs/job-views.js'
import { ZoneCard } from './zone-card.js'

const SITE = graphql(`
  query Site($id: ID!, $after: String, $afterAsset: String) {
    site(id: $id) {
      id
      name
      riskLevel
      failing
      assetsCount
      openJobsCount
      address {
        street
        city
        region
        timezone
      }
      client {
        id
        legalName
      }
      manager {
        id
        fullName
      }
      zones(first: 10, after: $after, orderBy: [{ field: NAME }]) {
        edges {
          node {
            ...ZoneCard
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
        totalCount
      }
    }
  }
`)

/** A site with its zones, each with its first assets. */
export function SitePage({ id, canEdit }: { id: string; canEdit: boolean }) {
  const { data, error, fetchMore, refetch } = useQuery(SITE, {
    variables: { id },
    // New zones and jobs are not in its lists and numbers in the cache.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { site } = data
  if (!site) return <Missing noun="site" />
  const { street, city, region } = site.address
  const { hasNextPage, endCursor } = site.zones.pageInfo
  return (
    <>
      <title>{`${site.name} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/sites">Sites</a>
      </nav>
      <div className="heading">
        <h1>{site.name}</h1>
        {canEdit && (
          <div className="actions">
            <NewJobLink site={id} />
            <a className="button" href={`#/sites/${id}/edit`}>
              Edit site
            </a>
          </div>
        )}
      </div>
      <dl className="facts panel">
        <div>
          <dt>Address</dt>
          <dd>{[street, city, region].filter(Boolean).join(', ') || '–'}</dd>
        </div>
        <div>
          <dt>Client</dt>
          <dd>
            <a href={linkTo(`clients/${site.client.id}`)}>{site.client.legalName}</a>
          </dd>
        </div>
        <div>
          <dt>Manager</dt>
          <dd>
            {site.manager ? (
              <a href={linkTo('sites', { managerIds: site.manager.id })}>{site.manager.fullName}</a>
            ) : (
              '–'
            )}
          </dd>
        </div>
        <div>
          <dt>Risk</dt>
          <dd>{site.riskLevel ? <Badge value={site.riskLevel} /> : '–'}</dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>
            <Badge value={site.failing ? 'FAILING' : 'OK'} />
          </dd>
        </div>
        <div>
          <dt>Open jobs</dt>
          <dd>
            <a href={linkTo('jobs', { siteIds: id, statuses: OPEN_JOBS })}>{site.openJobsCount}</a>
          </dd>
        </div>
      </dl>
      <div className="heading">
        <h2>
          <a href={linkTo('zones', { siteIds: id })}>{countOf(site.zones.totalCount, 'zone')}</a>,{' '}
          <a href={linkTo('assets', { siteIds: id })}>{countOf(site.assetsCount, 'asset')}</a>
        </h2>
        {canEdit && (
          <a className="button" href={linkTo('zones/new', { site: id })}>
            New zone
          </a>
        )}
      </div>
      {site.zones.edges.map(({ node }) => (
        <ZoneCard key={node.id} zone={node} />
      ))}
      <InfiniteScroll
        cursor={hasNextPage ? endCursor : null}
        onLoad={(after) => fetchMore({ variables: { after } })}
      />
      <DocumentsPanel id={id} place="sites" title={site.name} isAdmin={canEdit} />
    </>
  )
}
