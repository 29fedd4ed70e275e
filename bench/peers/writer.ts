// Creates jobs for some seconds through `pg`, with one statement each, and sends the parent process their number.
import pg from 'pg'
import { M2 } from '../queries/m2-create-job.js'
import type { Variables } from '../queries/query.js'

export interface WriterTask {
  url: string
  viewer: Variables
  variables: Variables[]
  seconds: number
  connections: number
  warmUpSeconds: number
}

process.once('message', (task: WriterTask) => void write(task))

async function write(task: WriterTask) {
  const { url, viewer, variables, seconds, connections, warmUpSeconds } = task
  const { text, values } = M2.statement
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const createJob = (turn: number) =>
    pool.query({
      name: 'M2',
      text,
      values: values({ ...variables[turn % variables.length], ...viewer }),
    })
  const createFor = async (duration: number) => {
    const end = Date.now() + duration * 1000
    let count = 0
    const loop = async () => {
      while (Date.now() < end) {
        await createJob(count)
        count += 1
      }
    }
    await Promise.all(Array.from({ length: connections }, loop))
    return count
  }
  await createFor(warmUpSeconds)
  const count = await createFor(seconds)
  await pool.end()
  process.send?.(count, () => {
    process.disconnect()
  })
}
