// Generates the documents of examples/client and examples/scripts, if they were not generated yet: after a clone, `npm run fis` needs them.
// `npm run generate` renews them.
import { existsSync } from 'node:fs'

const folder = 'examples/client/generated/'
if (!existsSync(folder)) {
  // Loaded only then: it takes a second.
  const { generate } = await import('@graphql-codegen/cli')
  const { default: codegen } = await import('../codegen.js')
  const generates = { [folder]: codegen.generates[folder] ?? {} }
  await generate({ ...codegen, generates, silent: true }, true)
}
