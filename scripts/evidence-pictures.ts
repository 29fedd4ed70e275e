// Runs docs/evidence.md on a new service with the demo data: sends its requests, compares the answers, does on a phone what is between
// them, and takes the pictures. Needs pdftoppm of poppler-utils:
// `npx tsx scripts/evidence-pictures.ts http://127.0.0.1:4000 docs/evidence`
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Placeholders, stepsOf } from '../test/support/transcript.js'
import { answerOf, matchAnswer } from './evidence/page.js'
import { openPhone } from './evidence/phone.js'
import { drawGauge } from './evidence/photograph.js'
import { pictureOfPages } from './evidence/report-picture.js'

const [address = 'http://127.0.0.1:4000', pictures = 'docs/evidence'] = process.argv.slice(2)

/** What the commands of the page read and write. */
const folder = await mkdtemp(join(tmpdir(), 'evidence-'))
const photograph = join(folder, 'gauge.jpg')
await drawGauge(photograph)

const names = new Placeholders()
const phone = await openPhone({ address, names, photograph })
try {
  let answer = ''
  for (const step of stepsOf(await readFile('docs/evidence.md', 'utf8'), 'evidence')) {
    if ('picture' in step) {
      const path = resolve(pictures, `${step.picture}.png`)
      if (step.picture === 'report') await pictureOfPages(join(folder, 'report.pdf'), path)
      else await phone.take(step.picture, path)
    } else if (step.language === 'json' || step.language === 'text') {
      matchAnswer(names, step, answer)
    } else answer = await answerOf(names, step, { address, folder })
  }
} finally {
  await phone.close()
  await rm(folder, { recursive: true })
}
