import { checkService } from '../check-service.js'
import { print } from '../print.js'
import type { Root } from '../root.js'

export function addCheckCommand(root: Root): void {
  root
    .command('check')
    .description(
      'Checks configuration, database and migrations without changing them. Exits with 1 if a check fails.',
    )
    .action(async () => {
      const result = await checkService(process.env)
      print(result, root)
      if (!result.ok) process.exitCode = 1
    })
}
