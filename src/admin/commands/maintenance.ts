import { setMaintenance } from '../../domain/maintenance/set-maintenance.js'
import { withOperator } from '../operator-database.js'
import { print } from '../print.js'
import type { Root } from '../root.js'

export function addMaintenanceCommands(root: Root): void {
  const maintenance = root
    .command('maintenance')
    .description('Takes all instances offline for maintenance, and online again.')

  maintenance
    .command('on')
    .description('All APIs respond with 503, and /ready too, within a second.')
    .action(() => setAndPrint(root, true))

  maintenance
    .command('off')
    .description('All APIs respond again.')
    .action(() => setAndPrint(root, false))
}

async function setAndPrint(root: Root, on: boolean): Promise<void> {
  const since = await withOperator((operator) => setMaintenance(operator, on))
  print({ maintenance: since !== null, since }, root)
}
