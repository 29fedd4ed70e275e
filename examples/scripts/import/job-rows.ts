import type { Client } from '../../client/client.js'
import type { CreateJobInput } from '../../client/generated/graphql.js'
import { graphql } from '../../client/generated/index.js'
import { Lookup } from './lookup.js'
import type { Columns, Reading, Values } from './row.js'
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

export const JOB_COLUMNS: Columns = {
  names: [
    ...[SITE, JOB_TYPE, TECHNICIAN, ZONES].flatMap(({ name, id }) => [name, id]),
    ...['scheduledStart', 'scheduledStartLocal', 'scheduledEnd', 'scheduledEndLocal'],
    ...['reference', 'specialInstructions', 'requiresSignature'],
  ],
  required: [
    ['site', 'siteId'],
    ['jobType', 'jobTypeId'],
    ['technician', 'technicianId'],
    ['scheduledStartLocal', 'scheduledStart'],
    ['scheduledEndLocal', 'scheduledEnd'],
  ],
  unique: [],
}

/** Reads the sites, zones, job types and technicians of the company. Returns a function that reads a row. */
export async function createJobReader(client: Client, header: readonly string[]) {
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
  return (values: Values): Reading<CreateJobInput> => {
    const errors: string[] = []
    const textOf = (column: string) => values.get(column) ?? null
    const siteId = sites.idIn(values, errors)
    const input = {
      siteId,
      jobTypeId: jobTypes.idIn(values, errors),
      technicianId: technicians.idIn(values, errors),
      zoneIds:
        listIn(values, ZONES.id) ??
        listIn(values, ZONES.name)?.map((zone) => zones.idOf(zoneOf(siteId, zone), errors)) ??
        null,
      scheduledStart: textOf('scheduledStart'),
      scheduledStartLocal: textOf('scheduledStartLocal'),
      scheduledEnd: textOf('scheduledEnd'),
      scheduledEndLocal: textOf('scheduledEndLocal'),
      reference: textOf('reference'),
      specialInstructions: textOf('specialInstructions'),
      requiresSignature: booleanIn(values, 'requiresSignature', errors),
    }
    return { input, errors }
  }
}

const listIn = (values: Values, column: string) =>
  values
    .get(column)
    ?.split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')

function booleanIn(values: Values, column: string, errors: string[]): boolean | null {
  const text = values.get(column)?.toLowerCase()
  if (text === undefined) return null
  if (!['yes', 'no', 'true', 'false'].includes(text)) errors.push(`${column}: Write yes or no.`)
  return text === 'yes' || text === 'true'
}
