import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The files below a path, except those below some of its folders. */
export function filesIn(path: string, except: readonly string[] = []): string[] {
  if (except.includes(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name), except))
}

/** The SHA-256 of files and their paths. */
export function hashOf(files: readonly string[], ...more: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of more) hash.update(text)
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** A file with the hash of what something was generated from. */
export const stamp = (file: string) => ({
  is: (hash: string) => existsSync(file) && readFileSync(file, 'utf8') === hash,
  write: (hash: string) => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, hash)
  },
})
