import { execFileSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { ImageProcess, ImageProcessEnded } from '../../src/images/image-process.js'
import { Images } from '../../src/images/images.js'
import { photograph } from '../support/photographs.js'

const JOB = { contentType: 'image/png', longerSide: 100, format: 'webp' } as const

function newProcess() {
  const process = new ImageProcess()
  onTestFinished(() => {
    process.stop()
  })
  return process
}

const partsOf = async function* (content: Buffer) {
  for (let at = 0; at < content.length; at += 1000) yield content.subarray(at, at + 1000)
}

const image = async () => (await photograph()).png().toBuffer()

/** The image processes of this process. */
const children = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('image-worker'))
    .map((line) => parseInt(line, 10))

const done = async (own: ImageProcess) => {
  const response = await own.run(JOB, partsOf(await image()))
  return 'made' in response && (await sharp(Buffer.from(response.made)).metadata()).width
}

it('makes images one after the other in one process, whose priority is low', async () => {
  const own = newProcess()
  const before = children()
  expect([await done(own), await done(own)]).toEqual([100, 100])
  const [started, ...others] = children().filter((pid) => !before.includes(pid))
  expect(others).toEqual([])
  expect(getPriority(started)).toBe(19)
})

it('continues with a new process if one ends in the middle', async () => {
  const own = newProcess()
  const before = children()
  const interrupted = own.run(
    JOB,
    (async function* () {
      yield (await image()).subarray(0, 100)
      for (const pid of children()) if (!before.includes(pid)) process.kill(pid, 'SIGKILL')
      await delay(100)
      yield Buffer.alloc(10)
    })(),
  )
  await expect(interrupted).rejects.toBeInstanceOf(ImageProcessEnded)
  expect(await done(own)).toBe(100)
})

it('says that an image cannot be decoded, and continues', async () => {
  const own = newProcess()
  for (const contentType of ['image/png', 'image/jpeg', 'image/heic']) {
    const response = await own.run({ ...JOB, contentType }, partsOf(Buffer.alloc(3000, 'x')))
    expect(response).toMatchObject({ undecodable: expect.any(String) as string })
  }
  expect(await done(own)).toBe(100)
})

it('decodes nothing but PNG and JPEG, whatever the type says', async () => {
  const own = newProcess()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const [gif, webp] = await Promise.all([
    sharp(await image())
      .gif()
      .toBuffer(),
    sharp(await image())
      .webp()
      .toBuffer(),
  ])
  for (const content of [svg, gif, webp])
    expect(await own.run(JOB, partsOf(content))).toHaveProperty('undecodable')
})

it('charges the client for the time', async () => {
  const images = new Images()
  onTestFinished(() => {
    images.stop()
  })
  const charged: number[] = []
  const maker = images.for({ onLeave: () => {}, charge: (ms) => charged.push(ms) })
  const content = await image()
  expect(await maker.inTurn(1, (make) => make(JOB, partsOf(content)))).toBeInstanceOf(Uint8Array)
  expect(charged.map((ms) => ms > 0)).toEqual([true])
})

it('answers 503 with a time to retry if too many wait', async () => {
  const images = new Images()
  const maker = images.for({ onLeave: () => {}, charge: () => {} })
  let end = () => {}
  const ending = new Promise<void>((resolve) => (end = resolve))
  const waiting = Array.from({ length: 101 }, () => maker.inTurn(1, () => ending))
  await expect(maker.inTurn(1, () => ending)).rejects.toMatchObject({
    code: 'OVERLOADED',
    message: 'Too many thumbnails are being made.',
    retryAfter: 5,
  })
  end()
  await Promise.all(waiting)
})
