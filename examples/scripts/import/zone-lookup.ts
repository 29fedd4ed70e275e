import type { Client } from '../../client/client.js'
import { graphql } from '../../client/generated/index.js'
import { Lookup } from './lookup.js'

const ZONES = graphql(`
  query ZoneNames($after: String) {
    zones(first: 100, after: $after) {
      nodes {
        id
        name
        site {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/**
 * The zones of the company. Each can be found by its name, with or without the name or the id of its site before it.
 */
export async function readZones(
  client: Client,
  columns: ConstructorParameters<typeof Lookup>[1],
): Promise<Lookup> {
  const zones = new Lookup('zone', columns)
  for await (const { id, name, site } of client.nodes(ZONES, {}, 'zones')) {
    zones.add(id, name, zoneOf(site.name, name), zoneOf(site.id, name))
  }
  return zones
}

/** The name of a zone inside of a site. */
export const zoneOf = (site: string, zone: string): string => `${site} / ${zone}`
