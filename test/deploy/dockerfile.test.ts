import { existsSync, readFileSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { validate, ValidationSeverity } from 'dockerfile-utils'
import { expect, it } from 'vitest'
import { ignoredPaths } from './build-image.js'
import { DOCKERFILE, readStages, type Step } from './dockerfile.js'

const text = readFileSync(DOCKERFILE, 'utf8')
const stages = readStages()
const image = stages.at(-1)
const allSteps = stages.flatMap(({ steps }) => steps)
const stepsOf = <Type extends Step['type']>(type: Type, steps: readonly Step[] = allSteps) =>
  steps.filter((step): step is Extract<Step, { type: Type }> => step.type === type)

it('has no error and no warning of dockerfile-utils, with all optional rules on', () => {
  const { ERROR } = ValidationSeverity
  const problems = validate(text, {
    deprecatedMaintainer: ERROR,
    directiveCasing: ERROR,
    emptyContinuationLine: ERROR,
    instructionCasing: ERROR,
    instructionCmdMultiple: ERROR,
    instructionEntrypointMultiple: ERROR,
    instructionHealthcheckMultiple: ERROR,
    instructionJSONInSingleQuotes: ERROR,
    instructionWorkdirRelative: ERROR,
  })
  expect(problems.map(({ message }) => message)).toEqual([])
})

it('has base images of one supported version of Node.js, slim, with a tag', () => {
  const tags = new Set(stages.map(({ base, tag }) => `${base}:${tag ?? ''}`))
  expect([...tags]).toEqual([expect.stringMatching(/^node:\d+-\w+-slim$/)])
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    engines: { node: string }
  }
  const [major = ''] = /\d+/.exec([...tags][0] ?? '') ?? []
  expect(engines.node).toMatch(new RegExp(`[\\^=]${major}\\.`))
})

it('installs exactly a lockfile, in a step of its own: for the image, that of the bundle', () => {
  const [build, dependencies] = stages
  for (const stage of [build, dependencies]) {
    const steps = stage?.steps ?? []
    const installs = steps.findIndex((step) => step.type === 'run' && /npm ci\b/.test(step.command))
    const copied = stepsOf('copy', steps.slice(0, installs)).flatMap(({ sources }) => sources)
    expect(copied).toEqual(
      stage === build
        ? ['package.json', 'package-lock.json', 'scripts/without-studio']
        : ['/app/dist/package.json', '/app/dist/package-lock.json'],
    )
  }
  const commands = stepsOf('run').map(({ command }) => command)
  expect(commands.join('\n')).not.toMatch(/npm (i|install|update)\b|sudo|curl|wget|apt|chmod 777/)
  const from = stepsOf('copy', image?.steps).filter(({ sources }) =>
    sources.includes('/app/node_modules'),
  )
  expect(from).toMatchObject([{ from: 'dependencies' }])
})

it('copies named paths, which exist and which .dockerignore does not exclude', () => {
  const ignored = ignoredPaths()
  for (const { from, sources } of stepsOf('copy')) {
    if (from !== undefined) {
      expect(stages.map(({ name }) => name)).toContain(from)
      continue
    }
    for (const source of sources) {
      const path = resolve(source)
      expect([source, existsSync(path)]).toEqual([source, true])
      const excluded = ignored.filter((each) => path === each || path.startsWith(each + sep))
      expect([source, excluded]).toEqual([source, []])
    }
  }
})

it('excludes what git ignores, secrets and the history from the build context', () => {
  const ignored = ignoredPaths().map((path) => path.slice(process.cwd().length + 1))
  const inGitIgnore = readFileSync('.gitignore', 'utf8')
    .split('\n')
    .filter((line) => /^[\w./-]+$/.test(line))
    .map((line) => line.replace(/\/$/, ''))
    .filter((line) => !/^(test|examples)\//.test(line))
  expect(ignored).toEqual(expect.arrayContaining([...inGitIgnore, '.git', '.env']))
})

it('runs as a user without rights, without secrets in its environment', () => {
  expect(stepsOf('user', image?.steps)).toEqual([{ type: 'user', name: 'node' }])
  const [{ variables } = { variables: {} }] = stepsOf('env', image?.steps)
  expect(variables).toEqual({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '4000' })
  expect(stepsOf('expose', image?.steps)).toEqual([{ type: 'expose', port: '4000' }])
  expect(text).not.toMatch(/^(ADD|VOLUME)\b|^ARG (?!SOURCE_COMMIT=)/m)
})

it('has one health check, and one command, of Node.js without a shell', () => {
  const [healthcheck, ...moreChecks] = stepsOf('healthcheck', image?.steps)
  const [command, ...moreCommands] = stepsOf('cmd', image?.steps)
  expect([moreChecks, moreCommands]).toEqual([[], []])
  expect(healthcheck?.command.slice(0, 2)).toEqual(['bash', '-c'])
  expect(command?.command).toEqual(['node', 'dist/main.js'])
})
