import { setTimeout as delay } from 'node:timers/promises'
import type { Operation } from './operations.js'

export interface Outcome {
  readonly operation: Operation
  /** The number of the request, which its body may contain. */
  readonly number: number
  /** The address of the instance. */
  readonly instance: string
  /** 0 if the connection was refused or broke. */
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- each operation knows its response
  readonly response: any
}

/** Sends requests at a constant rate, of all operations in turn: a round of them to each instance. */
export function startLoad(operations: readonly Operation[], perSecond: number) {
  const outcomes: Outcome[] = []
  const open = new Set<Promise<unknown>>()
  let instances: readonly string[] = []
  let sent = 0
  const timer = setInterval(() => {
    const number = (sent += 1)
    const operation = operations[number % operations.length]
    const instance = instances[Math.floor(number / operations.length) % instances.length]
    if (!operation || instance === undefined) return
    const request = send(instance, operation, number).then((outcome) => {
      outcomes.push({ ...outcome, operation, number, instance })
      open.delete(request)
    })
    open.add(request)
  }, 1000 / perSecond)
  return {
    outcomes,
    /** Sends the next requests to these addresses. */
    sendTo: (...addresses: string[]) => {
      instances = addresses
    },
    stop: async () => {
      clearInterval(timer)
      while (open.size > 0) await Promise.race([...open, delay(100)])
    },
  }
}

type Request = Pick<Operation, 'path' | 'method' | 'headers' | 'body'>

export async function send(
  instance: string,
  { path, method, headers, body }: Request,
  number: number,
): Promise<Pick<Outcome, 'status' | 'response'>> {
  try {
    const answer = await fetch(`${instance}${path}`, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body(number)) }),
    })
    return { status: answer.status, response: await answer.json() }
  } catch (error) {
    return { status: 0, response: String(error) }
  }
}

/** Whether a response has an error, in the format of any interface. */
export const isFailure = ({ status, response }: Outcome): boolean =>
  status < 200 || status > 299 || hasErrors(response)

function hasErrors(response: {
  errors?: unknown
  data?: Record<string, { userErrors?: unknown[] } | null> | null
}) {
  if (response.errors !== undefined) return true
  return Object.values(response.data ?? {}).some((each) => each?.userErrors?.length)
}
