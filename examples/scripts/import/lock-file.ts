import { readFileSync, writeFileSync } from 'node:fs'
import { ScriptError } from '../command/script-error.js'

/** Keeps a second process from using a file. Returns the path of the lock, which the caller removes. */
export function lockFile(path: string): string {
  const lock = `${path}.lock`
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new ScriptError(`${lock} cannot be written (${code ?? ''}).`)
    const owner = Number(readFileSync(lock, 'utf8'))
    if (isRunning(owner)) {
      throw new ScriptError(
        `Process ${owner} uses ${path}. If that is not this script, delete ${lock}.`,
      )
    }
    writeFileSync(lock, String(process.pid))
  }
  return lock
}

/** A process that was killed leaves its lock. */
function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
