// Where the service's processor time goes: node profile.js Q1 Q4 … . Prints shares of the time that it was not idle.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoDatabase, openServer, WORK } from './database.js'
import { load } from './load.js'
import { stop, runToEnd } from './processes.js'
import { lists, reads } from './queries.js'
import { table } from './report.js'
import { requestsOf } from './requests.js'
import { signIn, startService, viewerOf } from './servers.js'

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const SECONDS = 5
const CONNECTIONS = 10
const SCALE = 25

/** To whose account a function's own time goes. */
function ownerOf({ functionName, url }) {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'native code: sockets, system calls'
  const packages = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)]
  if (packages.length > 0) return packages.at(-1)[1]
  const room = /\/dist\/(.+)\.js$/.exec(url)?.[1]
  if (room) return `dist/${room}`
  if (/^node:/.test(url)) return `node: ${url.replace(/^node:(internal\/)?/, '').split('/')[0]}`
  return url === '' ? 'generated code and built-ins' : url
}

function sharesIn(profile) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]))
  const time = new Map()
  let busy = 0
  profile.samples.forEach((id, index) => {
    const frame = nodes.get(id)
    const spent = profile.timeDeltas[index]
    if (frame.functionName === '(idle)') return
    busy += spent
    const owner = ownerOf(frame)
    time.set(owner, (time.get(owner) ?? 0) + spent)
  })
  return [...time]
    .map(([owner, spent]) => [owner, spent / busy])
    .sort((one, other) => other[1] - one[1])
}

await runToEnd(async () => {
  const postgres = await openServer()
  const { url } = await demoDatabase(postgres, SCALE)
  const viewer = await viewerOf(url)
  const all = { ...reads, ...lists }
  for (const name of names.length > 0 ? names : Object.keys(reads)) {
    const folder = mkdtempSync(join(WORK, 'profile-'))
    const service = await startService(url, 'service', ['--cpu-prof', `--cpu-prof-dir=${folder}`])
    const credentials = await signIn(service)
    const variables = await all[name].variables(url, viewer.company)
    const target = requestsOf(service, name, all[name], variables, viewer, credentials)
    const { requests, seconds } = await load(target, CONNECTIONS, SECONDS)
    await stop(service.child)
    const [file] = readdirSync(folder)
    const shares = sharesIn(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    console.log(`\n${name}, ${Math.round(requests / seconds)} requests a second\n`)
    console.log(
      table(
        ['', 'share'],
        shares.slice(0, 16).map(([owner, share]) => [owner, `${(share * 100).toFixed(1)} %`]),
      ),
    )
  }
  await postgres.close()
})
