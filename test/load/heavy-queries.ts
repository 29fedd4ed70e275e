import { parseArgs } from 'node:util'
import { heavyDocuments } from './heavy-documents.js'
import { sendHeavyLoad } from './heavy-load.js'
import { startDemoService } from './demo-service.js'

/**
 * One technician sends each heavy document 20 times, all at the same time, while another company does light reads. Prints
 * the latency and the errors of both.
 *
 * `--long` sends ten rounds instead of one; `--scale N` multiplies the demo data; `--copies N` is how often each document
 * is sent at the same time.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      long: { type: 'boolean', default: false },
      scale: { type: 'string', default: '1' },
      copies: { type: 'string', default: '20' },
    },
  })
  const service = await startDemoService(Number(values.scale))
  try {
    const [heavyToken, lightToken] = [
      await service.signIn('harbour', 'technician'),
      await service.signIn('summit', 'technician'),
    ]
    const quiet = {
      address: service.address,
      heavyToken,
      lightToken,
      copies: 0,
      rounds: 1,
      reads: 200,
    }
    print('Light reads without load', (await sendHeavyLoad(quiet)).light)
    const { heavy, light } = await sendHeavyLoad({
      ...quiet,
      copies: Number(values.copies),
      rounds: values.long ? 10 : 1,
    })
    print('Light reads under load', light)
    for (const { name } of heavyDocuments) {
      const sent = heavy.filter((each) => each.name === name)
      print(
        `  ${name}`,
        sent.map(({ ms, status, code }) => ({ ms, error: code && `${status} ${code}` })),
      )
    }
  } finally {
    await service.stop()
  }
}

/** Prints the number of requests, the latency that half and 99 % of them do not exceed, and the errors. */
function print(title: string, outcomes: readonly { ms: number; error: string | undefined }[]) {
  const times = outcomes.map(({ ms }) => ms).sort((one, other) => one - other)
  const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(0)
  const errors = new Map<string, number>()
  for (const { error } of outcomes) {
    if (error !== undefined) errors.set(error, (errors.get(error) ?? 0) + 1)
  }
  const failed = [...errors].map(([error, count]) => `${count} × ${error}`)
  console.log(
    `${title.padEnd(38)} ${String(times.length).padStart(5)}  p50 ${at(0.5).padStart(6)} ms  p99 ${at(0.99).padStart(6)} ms  max ${at(1).padStart(6)} ms  ${failed.join(', ') || 'no errors'}`,
  )
}
