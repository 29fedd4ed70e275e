import { type Plan, scaled } from '../plans.js'
import { Random } from '../random.js'
import { COMPANY_ID, type CompanyRows } from '../rows.js'
import { generateAssets } from './assets.js'
import { generateCatalogue } from './catalogue.js'
import { type Context, daysAgo } from './context.js'
import { generateDocuments } from './documents.js'
import { applyInspections, generateInspections } from './inspections.js'
import { generateJobs } from './jobs.js'
import { generatePlaces } from './places.js'
import { generateUsers } from './users.js'

/** All rows of a demo company: the same plan, scale and moment give the same rows. */
export function generateCompany(
  plan: Plan,
  { scale, now, passwordHash }: { scale: number; now: Date; passwordHash: string },
): CompanyRows {
  const random = new Random(plan.key)
  const context: Context = { plan, random, now, counts: scaled(plan.counts, scale) }
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
  const { Asset: assets, Barcode } = generateAssets(context, places.Zone, catalogue.AssetType)
  const jobs = generateJobs(context, places, staff)
  const rows = { ...catalogue, ...places, ...jobs, Asset: assets }
  const Inspection = generateInspections(context, rows, staff.technicianIds)
  const Asset = applyInspections({ ...rows, Inspection })
  const Document = generateDocuments(context, rows)
  // Draws of its own: how many the jobs take depends on the moment.
  const own = { ...context, random: new Random(`${plan.key} company`) }
  const Company = [companyOf(own, { assets, Barcode, jobs: jobs.Job })]
  return { Company, ...users, ...rows, Asset, Barcode, Inspection, Document }
}

function companyOf(
  context: Context,
  made: { assets: unknown[]; Barcode: CompanyRows['Barcode']; jobs: unknown[] },
): CompanyRows['Company'][number] {
  const { plan, random } = context
  const createdAt = daysAgo(context, 1450)
  return {
    id: COMPANY_ID,
    uuid: random.uuid(),
    name: plan.name,
    registrationNumber: `0${random.digits(7)}`,
    vatNumber: `GB${random.digits(9)}`,
    jobNumber: made.jobs.length,
    assetCodeNumber: made.assets.length,
    barcodeNumber: made.Barcode.filter(({ prefix }) => prefix !== null).length,
    allowExternalBarcodes: true,
    barcodeFormat: plan.barcodeFormat,
    appName: plan.name,
    fromEmail: `no-reply@${plan.key}.example`,
    fromEmailName: plan.name,
    createdAt,
    updatedAt: createdAt,
  }
}
