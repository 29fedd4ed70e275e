// Writes a spreadsheet with 200 sites: `npx tsx examples/first-hour/sites.ts sites.xlsx`
import writeXlsxFile from 'write-excel-file/node'

const [file = 'sites.xlsx'] = process.argv.slice(2)

const header = ['client', 'name', 'address.city', 'address.timezone', 'riskLevel']
const sites = Array.from({ length: 200 }, (_, index) => [
  'Kingfisher Cold Storage plc',
  `Depot ${String(index + 1).padStart(3, '0')}`,
  ['Leeds', 'Bristol', 'Cardiff'][index % 3],
  'Europe/London',
  ['LOW', 'MEDIUM', 'HIGH'][index % 3],
])
await writeXlsxFile([header, ...sites]).toFile(file)
