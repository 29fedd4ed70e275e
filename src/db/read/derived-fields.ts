/** The types of the fields that `derived` computes, by model. */
export interface DerivedFields {
  AuditEntry: { key: string; changes: unknown }
  Company: {
    assetsCount: number
    jobsCount: number
    checklistsCount: number
    checksCount: number
    sitesCount: number
    clientsCount: number
    recurringJobsCount: number
    usersCount: number
    totalStorage: number
  }
  User: {
    fullName: string
    role: string | null
    sitesCount: number
    inspectionsCount: number
    technicalJobsCount: number
  }
  Client: { sitesCount: number }
  Site: { zonesCount: number; assetsCount: number; openJobsCount: number; failing: boolean }
  ZoneType: { zonesCount: number; assetTypesCount: number }
  Zone: { assetsCount: number; sizeSquareMetres: number | null }
  Checklist: { checksCount: number }
  AssetType: { assetsCount: number }
  Asset: {
    overdue: boolean
    status: string
    statusRank: number
    documentsCount: number
    customFieldValues: unknown
  }
  Job: {
    paused: boolean
    startsInFuture: boolean
    late: boolean
    scheduledStartLocal: string
    scheduledEndLocal: string
    totalMinutes: number
  }
  Document: { url: string; updatedAt: Date }
  Inspection: { updatedAt: Date }
}
