import { countsOf, type DemoCompany } from '../demo-companies.js'
import { Random } from '../random.js'
import { COMPANY_ID, type CompanyRows, type Rows } from '../rows.js'
import { generateAssets } from './assets.js'
import { generateCatalogue } from './catalogue.js'
import { type Context, daysAgo } from './context.js'
import { generateDocuments } from './documents.js'
import { generateFindings } from './findings.js'
import { applyInspections } from './asset-states.js'
import { generateInspections } from './inspections.js'
import { generateJobs } from './jobs.js'
import { addLadders } from './ladders.js'
import { generatePlaces } from './places.js'
import { generateUsers } from './users.js'

/** Generates all rows of a demo company. Equal arguments give equal rows. */
export function generateCompany(
  company: DemoCompany,
  { scale, now, passwordHash }: { scale: number; now: Date; passwordHash: string },
): CompanyRows {
  const random = new Random(company.key)
  const context: Context = { company, random, now, scale, counts: countsOf(company, scale) }
  const users = generateUsers(context, passwordHash)
  const idsOf = (role: string, active: boolean) =>
    users.User.filter(
      (user, index) => user.active === active && users.Membership[index]?.role === role,
    ).map(({ id }) => id)
  const staff = {
    adminIds: idsOf('admin', true),
    technicianIds: idsOf('technician', true),
    leaverIds: idsOf('technician', false),
  }

  const catalogue = generateCatalogue(context)
  const places = generatePlaces(context, staff.adminIds)
  const assets = generateAssets(context, places.Zone, catalogue.AssetType)
  const rows = { ...catalogue, ...places, ...assets, ...generateJobs(context, places, staff) }
  const inspections = generateInspections(context, rows, staff.technicianIds)
  const inspected = applyInspections({ ...rows, Inspection: inspections })
  const Finding = generateFindings(context, { ...rows, ...inspected }, staff.adminIds)
  const Document = generateDocuments(context, rows)
  // A separate generator, because the number of random numbers that the jobs draw depends on the current time.
  const own = { ...context, random: new Random(`${company.key} company`) }
  const all = { ...users, ...rows, ...inspected, Finding, Document, Company: [] }
  const complete = addLadders(context, all, staff.technicianIds)
  return { ...complete, Company: [generateOneCompany(own, complete)] }
}

function generateOneCompany(
  context: Context,
  { Asset: assets, Barcode: barcodes, Job: jobs }: Rows<'Asset' | 'Barcode' | 'Job'>,
): CompanyRows['Company'][number] {
  const { company, random } = context
  const createdAt = daysAgo(context, 1450)
  return {
    id: COMPANY_ID,
    uuid: random.uuid(),
    name: company.name,
    registrationNumber: `0${random.digits(7)}`,
    vatNumber: `GB${random.digits(9)}`,
    jobNumber: jobs.length,
    assetCodeNumber: assets.length,
    barcodeNumber: barcodes.filter(({ prefix }) => prefix !== null).length,
    allowExternalBarcodes: true,
    barcodeFormat: company.barcodeFormat,
    appName: company.name,
    fromEmail: `no-reply@${company.key}.example`,
    fromEmailName: company.name,
    createdAt,
    updatedAt: createdAt,
  }
}
