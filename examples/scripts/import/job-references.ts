import type { Client } from '../../client/client.js'
import { graphql } from '../../client/generated/index.js'
import type { CsvFile } from './csv-file.js'
import { Lookup } from './lookup.js'
import type { RowError, Values } from './row.js'
import { readZones, zoneOf } from './zone-lookup.js'

const SITES = graphql(`
  query SiteNames($after: String) {
    sites(first: 100, after: $after) {
      nodes {
        id
        name
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
const JOB_TYPES = graphql(`
  query JobTypeNames($after: String) {
    jobTypes(first: 100, after: $after, filter: { active: true }) {
      nodes {
        id
        name
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
const TECHNICIANS = graphql(`
  query TechnicianNames($after: String) {
    users(first: 100, after: $after, filter: { active: true, roles: [TECHNICIAN] }) {
      nodes {
        id
        email
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

const SITE = { name: 'site', id: 'siteId' }
const JOB_TYPE = { name: 'jobType', id: 'jobTypeId' }
const TECHNICIAN = { name: 'technician', id: 'technicianId' }
const ZONES = { name: 'zones', id: 'zoneIds' }

/** The columns that refer to records. */
export const JOB_REFERENCES = [SITE, JOB_TYPE, TECHNICIAN, ZONES]

/**
 * Reads the sites, zones, job types and technicians of the company that the file may name. Returns a function that finds
 * them for a row.
 */
export async function readJobReferences(client: Client, { header }: CsvFile) {
  const [sites, jobTypes, technicians] = [
    new Lookup('site', SITE),
    new Lookup('active job type', JOB_TYPE),
    new Lookup('active technician', TECHNICIAN),
  ]
  if (header.includes(SITE.name)) {
    for await (const { id, name } of client.nodes(SITES, {}, 'sites')) sites.add(id, name)
  }
  if (header.includes(JOB_TYPE.name)) {
    for await (const { id, name } of client.nodes(JOB_TYPES, {}, 'jobTypes')) jobTypes.add(id, name)
  }
  if (header.includes(TECHNICIAN.name)) {
    for await (const { id, email } of client.nodes(TECHNICIANS, {}, 'users')) {
      technicians.add(id, email)
    }
  }
  const zones = header.includes(ZONES.name)
    ? await readZones(client, ZONES)
    : new Lookup('zone', ZONES)
  return {
    siteIn: (values: Values, errors: RowError[]) => sites.idIn(values, errors),
    jobTypeIn: (values: Values, errors: RowError[]) => jobTypes.idIn(values, errors),
    technicianIn: (values: Values, errors: RowError[]) => technicians.idIn(values, errors),
    /** The zones of a row, which are those of a site; null if it has none. */
    zonesIn: (values: Values, siteId: string, errors: RowError[]) =>
      listIn(values, ZONES.id) ??
      listIn(values, ZONES.name)?.map((zone) => zones.idOf(zoneOf(siteId, zone), errors)) ??
      null,
  }
}

const listIn = (values: Values, column: string) =>
  values
    .get(column)
    ?.split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')
