import { graphql } from '../../generated/index.js'
import type { SiteRowFragment } from '../../generated/graphql.js'
import { Badge } from '../parts/badge.js'

graphql(`
  fragment SiteRow on Site {
    id
    name
    riskLevel
    failing
    openJobsCount
    address {
      city
    }
    client {
      id
      legalName
    }
  }
`)

/** A table; on a phone, a list of cards. */
export function SiteTable({ sites }: { sites: readonly SiteRowFragment[] }) {
  if (sites.length === 0) return <p className="empty">No site matches this filter.</p>
  return (
    <table className="records">
      <thead>
        <tr>
          <th scope="col">Site</th>
          <th scope="col">City</th>
          <th scope="col">Client</th>
          <th scope="col">Risk</th>
          <th scope="col">State</th>
          <th scope="col" className="number">
            Open jobs
          </th>
        </tr>
      </thead>
      <tbody>
        {sites.map((site) => (
          <tr key={site.id}>
            <th scope="row">
              <a href={`#/sites/${site.id}`}>{site.name}</a>
            </th>
            <td data-label="City">{site.address.city ?? '–'}</td>
            <td data-label="Client">{site.client.legalName}</td>
            <td data-label="Risk">{site.riskLevel ? <Badge value={site.riskLevel} /> : '–'}</td>
            <td data-label="State">{<Badge value={site.failing ? 'FAILING' : 'OK'} />}</td>
            <td data-label="Open jobs" className="number">
              {site.openJobsCount}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
