import type { Database } from '../../src/db/connect.js'

/** The texts of the statements that `work` sends through the pool, but for those that find out who is asking. */
export async function statementsOf(
  { pool }: Database,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const texts: string[] = []
  const query = pool.query.bind(pool)
  const listening = (...args: [string | { text: string; name?: string }]): unknown => {
    const [first] = args
    const statement = typeof first === 'string' ? { text: first } : first
    if (statement.name !== 'authenticate') texts.push(statement.text)
    return (query as (...args: unknown[]) => unknown)(...args)
  }
  pool.query = listening as typeof pool.query
  try {
    await work()
  } finally {
    pool.query = query
  }
  return texts
}
