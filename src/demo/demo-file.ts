import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '../domain/access/policy.js'

/** Everything with which one can sign in to the demo, in clear: for people who try it and for scripts. */
export interface Demo {
  readonly users: readonly DemoUser[]
  readonly oauthClient: { readonly id: string; readonly secret: string }
  readonly apiKeys: { readonly harbour: string; readonly summit: string }
}

export interface DemoUser {
  readonly company: 'harbour' | 'summit'
  readonly role: Role
  readonly username: string
  readonly password: string
}

const fileIn = (dataDir: string) => join(dataDir, 'demo.json')

/** Writes demo.json, whole or not at all, for its owner's eyes only. */
export async function writeDemo(dataDir: string, demo: Demo): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const unfinished = join(dataDir, `.demo-${randomUUID()}.json`)
  try {
    await writeFile(unfinished, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
    await rename(unfinished, fileIn(dataDir))
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Reads demo.json; undefined where there is none. */
export async function readDemo(dataDir: string): Promise<Demo | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as Demo
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
