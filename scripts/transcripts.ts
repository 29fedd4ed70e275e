// `tsx scripts/transcripts.ts set-a|set-b` runs scripts/transcripts/<set>.ts, which sends requests to a service with
// the demo data. Writes the requests and responses into docs/<set>.md, below the line `<!-- transcripts -->`. Then run
// `npm run generate`, which copies the responses to the OpenAPI documents.
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import prettier from 'prettier'
import { createApp } from '../src/app.js'
import { readConfig } from '../src/config/config.js'
import { openDatabase } from '../src/db/connect.js'
import { seedDemo } from '../src/demo/seed-demo.js'
import { Recorder, type Transcribe } from './transcripts/recorder.js'

const MARK = '<!-- transcripts -->'

/** The transcripts of a set, as Markdown. */
async function transcribe(set: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'transcripts-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DURABLE: 'off' })
  const log = pino({ level: 'silent' })
  const database = await openDatabase(config, log)
  try {
    const demo = await seedDemo(database, { dataDir })
    if (!demo) throw new Error('expected an empty database, found the demo in it')
    const app = await createApp(config, database, log)
    const script = (await import(`./transcripts/${set}.js`)) as { default: Transcribe }
    const recorder = new Recorder(app, dataDir)
    await script.default(recorder, demo)
    await app.close()
    return recorder.markdown
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true })
  }
}

const [set] = process.argv.slice(2)
if (set !== 'set-a' && set !== 'set-b') throw new Error('expected set-a or set-b')
const file = `docs/${set}.md`
const [prose = ''] = (await readFile(file, 'utf8')).split(MARK)
const text = `${prose}${MARK}\n\n${await transcribe(set)}`
const options = await prettier.resolveConfig(file)
await writeFile(file, await prettier.format(text, { ...options, parser: 'markdown' }))
