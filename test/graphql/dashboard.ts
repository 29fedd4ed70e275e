/** The figures of a dashboard: one request, one list for each chart. */
export const DASHBOARD = `{
  failingSites: assetStatistics(filter: { defective: true }, groupBy: [SITE], orderBy: [{ field: COUNT, direction: DESC }], first: 10) {
    totalCount nodes { count site { name client { legalName } } } }
  assets: assetStatistics(groupBy: [RISK_LEVEL, STATUS], first: 20) { nodes { riskLevel status count } }
  overdue: assetStatistics(filter: { overdue: true }, bucket: { field: NEXT_INSPECTION_DUE_AT, unit: WEEK, timezone: "Europe/London" }, first: 53) {
    nodes { count bucket { date } } }
  jobs: jobStatistics(groupBy: [TECHNICIAN, STATUS], first: 100) { nodes { technician { fullName } status count sumMinutes } }
  passRate: inspectionStatistics(bucket: { field: INSPECTED_AT, unit: MONTH, timezone: "Europe/London" }, first: 12) {
    nodes { passRate passedCount count bucket { date } } }
}`
