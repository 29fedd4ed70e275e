import { riskIds } from '../../domain/risk/risk.js'
import type { CompanyRows, Rows } from '../rows.js'
import { clientNames, streets, towns } from '../words.js'
import { type Context, daysAgo, differentNames, cyclicItem, newRow } from './context.js'

/** The failure thresholds of sites: the least number of defective assets that makes a site failing. */
const THRESHOLDS = [5, 6, 8, 8, 10, 12]

/** Places: clients, their sites, and the zones of the sites. */
export function generatePlaces(
  context: Context,
  adminIds: readonly number[],
): Rows<'Client' | 'Site' | 'Zone'> {
  const clients = generateClients(context, adminIds)
  const sites = generateSites(context, clients, adminIds)
  return { Client: clients, Site: sites, Zone: generateZones(context, sites) }
}

function generateClients(context: Context, adminIds: readonly number[]): CompanyRows['Client'] {
  const { company, random, counts } = context
  const combinations = clientNames.flatMap((name) =>
    company.catalogue.clientKinds.map((kind) => `${name} ${kind}`),
  )
  return differentNames(random, combinations, counts.clients).map((name, index) => ({
    ...newRow(context, index, daysAgo(context, random.integer(1250, 1400))),
    legalName: `${name} ${random.pick(['Ltd', 'Ltd', 'plc', 'LLP'])}`,
    tradingName: random.chance(0.7) ? name : null,
    registrationNumber: `0${random.digits(7)}`,
    vatNumber: random.chance(0.8) ? `GB${random.digits(9)}` : null,
    userId: random.pick(adminIds),
  }))
}

function generateSites(
  context: Context,
  clients: CompanyRows['Client'],
  adminIds: readonly number[],
): CompanyRows['Site'] {
  const { company, random, counts } = context
  const combinations = towns.flatMap(({ city }, town) =>
    company.catalogue.siteKinds.map((kind) => `${town}|${city} ${kind}`),
  )
  return differentNames(random, combinations, counts.sites).map((combination, index) => {
    const [townIndex = '', name = ''] = combination.split('|')
    const client = cyclicItem(clients, index)
    return {
      ...newRow(context, index, daysAgo(context, random.integer(1120, 1240))),
      clientId: client.id,
      name,
      legalName: random.chance(0.5) ? client.legalName : null,
      registrationNumber: random.chance(0.3) ? `0${random.digits(7)}` : null,
      vatNumber: null,
      userId: random.pick(adminIds),
      managerId: random.chance(0.9) ? random.pick(adminIds) : null,
      riskId: random.chance(0.8) ? random.pick(Object.values(riskIds)) : null,
      failureThreshold: random.pick(THRESHOLDS),
      street: `${random.integer(1, 240)} ${random.pick(streets)}`,
      ...cyclicItem(towns, Number(townIndex)),
    }
  })
}

function generateZones(context: Context, sites: CompanyRows['Site']): CompanyRows['Zone'] {
  const { random, counts } = context
  const { zoneTypes } = context.company.catalogue
  const taken = new Set<string>()
  return Array.from({ length: counts.zones }, (_, index) => {
    const site = cyclicItem(sites, index)
    const typeIndex = (index + Math.floor(index / sites.length)) % zoneTypes.length
    const type = cyclicItem(zoneTypes, typeIndex)
    const name = freeName(taken, site.id, random.pick(type.names))
    return {
      ...newRow(context, index, daysAgo(context, random.integer(1100, 1115))),
      siteId: site.id,
      typeId: typeIndex + 1,
      name,
      size: random.chance(0.9) ? random.integer(...type.size) : 0,
      userId: site.userId,
    }
  })
}

/** The name, with a number added if another zone of the site has the same name. */
function freeName(taken: Set<string>, siteId: number, name: string): string {
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} ${number}`
    const key = `${siteId}|${numbered}`
    if (taken.has(key)) continue
    taken.add(key)
    return numbered
  }
}
