// `npm run bench` compares the service with other servers; `npm run bench -- growth` and `npm run bench -- steady` run
// the other benchmarks.
const benchmarks: Readonly<Record<string, () => Promise<unknown>>> = {
  bench: () => import('./run/bench.js'),
  builds: () => import('./run/builds.js'),
  growth: () => import('./run/growth.js'),
  kept: () => import('./run/kept.js'),
  steady: () => import('./run/steady.js'),
}

const name = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'bench'
const run = benchmarks[name]
if (!run) throw new Error(`expected one of ${Object.keys(benchmarks).join(', ')}, got ${name}`)
await run()
