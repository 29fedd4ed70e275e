import { PATIENT } from '../support/patient-settings.js'
import { openClient, signIn } from './client.js'
import { type Outcomes, sendSteadily } from './outcomes.js'
import { openServices } from './service-process.js'

const QUERY = '{ sites(first: 5) { nodes { name zones(first: 3) { nodes { name } } } } }'

export interface StopFigures extends Outcomes {
  readonly exitCodes: (number | string)[]
}

/**
 * Clients with 20 kept-alive connections send requests at a constant rate while the service gets SIGTERM, and go on after
 * its end. Repeated `rounds` times: a reset can happen only around the signal.
 */
export async function run({
  rounds = 20,
  before = 500,
  after = 500,
  perSecond = 200,
} = {}): Promise<StopFigures> {
  const figures: StopFigures = { answered: 0, refused: 0, reset: 0, others: {}, exitCodes: [] }
  const services = await openServices()
  try {
    for (let round = 0; round < rounds; round += 1) {
      const service = await services.start(PATIENT)
      const client = openClient(service.address, 20)
      const [user] = service.demo?.users ?? []
      if (!user) throw new Error('expected a demo')
      const token = await signIn(client, user)
      const send = () => client.graphql(QUERY, token)
      const stop = async () => {
        service.stop()
        figures.exitCodes.push(await service.exited)
      }
      const outcomes = await sendSteadily(send, { perSecond, before, after }, stop)
      client.close()
      for (const name of ['answered', 'refused', 'reset'] as const) figures[name] += outcomes[name]
      for (const [status, count] of Object.entries(outcomes.others)) {
        figures.others[status] = (figures.others[status] ?? 0) + count
      }
    }
    return figures
  } finally {
    await services.close()
  }
}
