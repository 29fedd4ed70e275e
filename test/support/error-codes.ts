import { DomainError } from '../../src/domain/errors.js'

/**
 * The validation errors of a domain function, each as `CODE path.to.field`, or the code of another DomainError. Throws
 * if the function succeeds.
 */
export async function errorCodesOf(work: Promise<unknown> | (() => Promise<unknown>)) {
  const answer = await attempt(work)
  if (!(answer instanceof DomainError)) {
    throw new Error(`Expected a DomainError, got ${JSON.stringify(answer)}`)
  }
  if (answer.code !== 'INVALID') return [answer.code]
  return answer.errors.map(({ code, path }) => `${code} ${path.join('.')}`)
}

async function attempt(work: Promise<unknown> | (() => Promise<unknown>)): Promise<unknown> {
  try {
    return await (typeof work === 'function' ? work() : work)
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}
