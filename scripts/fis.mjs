#!/usr/bin/env node
// The command `fis` of a checkout: `npx fis`. npx finds it as the `bin` of package.json. It compiles TypeScript while it loads it; the package
// of `npm run pack:fis` has compiled files.
import { register } from 'tsx/esm/api'

register()
await import('./client-documents.js')
await import('../examples/scripts/fis.js')
