// Generates the documents of examples/client and examples/scripts, if they were not generated yet: after a clone, `npx fis` needs them.
// `npm run generate` renews them.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const folder = 'examples/client/generated/'
if (!existsSync(join(root, folder))) {
  // Loaded only then: it takes a second.
  const { generate } = await import('@graphql-codegen/cli')
  const { default: codegen } = await import('../codegen.js')
  const generates = { [folder]: codegen.generates[folder] ?? {} }
  await generate({ ...codegen, generates, cwd: root, silent: true }, true)
}
