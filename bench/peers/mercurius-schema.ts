/** The part of the service's schema that the queries use. */
export const schema = `
  scalar DateTime
  input Range { from: DateTime }
  enum Direction { ASC DESC }
  enum AssetOrderField { NEXT_INSPECTION_DUE_AT }
  enum JobOrderField { SCHEDULED_START }
  enum JobStatus { SCHEDULED IN_PROGRESS PAUSED COMPLETED CANCELLED }
  input AssetOrder { field: AssetOrderField!, direction: Direction = ASC }
  input JobOrder { field: JobOrderField!, direction: Direction = ASC }
  input SiteFilter { failing: Boolean }
  input AssetFilter { zoneIds: [ID!], overdue: Boolean }
  input JobFilter { statuses: [JobStatus!], scheduledStart: Range }
  type Query {
    viewer: Viewer!
    site(id: ID!): Site
    sites(first: Int, offset: Int, filter: SiteFilter): SiteConnection!
    assets(first: Int, filter: AssetFilter, orderBy: [AssetOrder!]): AssetConnection!
    jobs(first: Int, filter: JobFilter, orderBy: [JobOrder!]): JobConnection!
  }
  type Viewer { role: String! user: User! company: Company! }
  type Company { name: String! stats: Stats! }
  type Stats { assets: Int! jobs: Int! checklists: Int! checks: Int! sites: Int! clients: Int! users: Int! totalStorage: Float! }
  type SiteConnection { nodes: [Site!]! }
  type ZoneConnection { nodes: [Zone!]! }
  type AssetConnection { totalCount: Int! nodes: [Asset!]! }
  type JobConnection { nodes: [Job!]! }
  type Client { id: ID! legalName: String! }
  type Site {
    id: ID! name: String! legalName: String failureThreshold: Int! createdAt: DateTime!
    zonesCount: Int! assetsCount: Int! openJobsCount: Int!
    client: Client! zones(first: Int): ZoneConnection!
  }
  type Zone { id: ID! name: String! site: Site! assets(first: Int): AssetConnection! }
  type AssetType { id: ID! name: String! }
  type Risk { level: String! value: Int! }
  type Barcode { data: String! }
  type CustomFieldValue { label: String! value: String! }
  type Asset {
    id: ID! code: String! defective: Boolean! nextInspectionDueAt: DateTime
    type: AssetType! risk: Risk barcode: Barcode zone: Zone! customFieldValues: [CustomFieldValue!]!
  }
  type User { id: ID! firstName: String! lastName: String! fullName: String! email: String! }
  type JobType { id: ID! name: String! }
  type Job {
    id: ID! number: Int! status: JobStatus! reference: String scheduledStart: DateTime! scheduledEnd: DateTime!
    site: Site! technician: User! type: JobType!
  }
`
