// Creates jobs for some seconds with one statement each, on some connections, and tells how many.
import pg from 'pg'
import { statements } from './statements.js'

process.once('message', async ({ url, viewer, variables, seconds, connections, warmUp }) => {
  const { text, values } = statements.M2
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const write = (turn) =>
    pool.query({
      name: 'M2',
      text,
      values: values({ ...variables[turn % variables.length], ...viewer }),
    })
  const writeFor = async (duration) => {
    const end = Date.now() + duration * 1000
    let count = 0
    const loop = async () => {
      while (Date.now() < end) {
        await write(count)
        count += 1
      }
    }
    await Promise.all(Array.from({ length: connections }, loop))
    return count
  }
  await writeFor(warmUp)
  const count = await writeFor(seconds)
  await pool.end()
  process.send(count, () => process.disconnect())
})
