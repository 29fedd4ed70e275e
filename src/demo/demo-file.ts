import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Role } from '../db/generated/prisma/enums.js'
import type { Log } from '../log/log.js'

const DemoUser = z.object({
  company: z.enum(['harbour', 'summit']),
  role: z.enum(Role),
  username: z.string(),
  password: z.string(),
})
export type DemoUser = z.output<typeof DemoUser>

const DemoFile = z.object({
  users: z.array(DemoUser).min(1),
  oauthClient: z.object({ id: z.string(), secret: z.string() }),
  apiKeys: z.object({ harbour: z.string(), summit: z.string() }),
})
/** The credentials of the demo data in plain text, for scripts and for people who try the service. */
export type Demo = z.output<typeof DemoFile>

const fileIn = (dataDir: string) => join(dataDir, 'demo.json')

/** Writes demo.json atomically (temporary file and rename). Only the owner of the file can read it. */
export async function writeDemo(dataDir: string, demo: Demo): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const unfinished = join(dataDir, `.demo-${randomUUID()}.json`)
  try {
    await writeFile(unfinished, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(unfinished, fileIn(dataDir))
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Reads demo.json. Returns undefined if it does not exist, or, with a warning in the log, if it is invalid. */
export async function readDemo(dataDir: string, log: Log): Promise<Demo | undefined> {
  const file = fileIn(dataDir)
  try {
    return DemoFile.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    log.warn({ file, error: String(error) }, 'The credentials of the demo cannot be read')
    return undefined
  }
}
