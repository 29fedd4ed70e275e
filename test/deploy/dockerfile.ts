import { readFileSync } from 'node:fs'
import { Copy, DockerfileParser } from 'dockerfile-ast'

/** An instruction of a Dockerfile, with what it does. */
export type Step =
  | { readonly type: 'workdir'; readonly path: string }
  | { readonly type: 'arg' | 'env'; readonly variables: Readonly<Record<string, string>> }
  | { readonly type: 'run'; readonly command: string }
  | {
      readonly type: 'copy'
      /** The name of the stage to copy from; undefined for the build context. */
      readonly from: string | undefined
      readonly sources: readonly string[]
      readonly destination: string
    }
  | { readonly type: 'user'; readonly name: string }
  | { readonly type: 'expose'; readonly port: string }
  | { readonly type: 'healthcheck'; readonly command: readonly string[] }
  | { readonly type: 'cmd'; readonly command: readonly string[] }

export interface Stage {
  /** Undefined for the last stage, which is the image. */
  readonly name: string | undefined
  readonly base: string
  readonly tag: string | null
  readonly steps: readonly Step[]
}

export const DOCKERFILE = 'Dockerfile'

/** The stages of the Dockerfile. Throws for an instruction that the tests cannot execute. */
export function readStages(text = readFileSync(DOCKERFILE, 'utf8')): Stage[] {
  const dockerfile = DockerfileParser.parse(text)
  const froms = dockerfile.getFROMs()
  return froms.map((from, index) => {
    const start = from.getRange().start.line
    const end = froms[index + 1]?.getRange().start.line ?? Infinity
    const own = dockerfile.getInstructions().filter((instruction) => {
      const { line } = instruction.getRange().start
      return line > start && line < end
    })
    return {
      name: from.getBuildStage() ?? undefined,
      base: from.getImageName() ?? '',
      tag: from.getImageTag(),
      steps: own.map(stepOf),
    }
  })
}

type Instruction = ReturnType<ReturnType<typeof DockerfileParser.parse>['getInstructions']>[number]

function stepOf(instruction: Instruction): Step {
  const keyword = instruction.getKeyword()
  const text = instruction.getRawArgumentsContent() ?? ''
  const words = instruction.getArguments().map((argument) => argument.getValue())
  const [first = ''] = words
  switch (keyword) {
    case 'WORKDIR':
      return { type: 'workdir', path: first }
    case 'ARG':
      return { type: 'arg', variables: Object.fromEntries(words.map(variableOf)) }
    case 'ENV':
      return { type: 'env', variables: Object.fromEntries(words.map(variableOf)) }
    case 'RUN':
      return { type: 'run', command: text }
    case 'COPY': {
      const flag = instruction instanceof Copy ? instruction.getFromFlag() : null
      const from = flag?.getValue() ?? undefined
      return { type: 'copy', from, sources: words.slice(0, -1), destination: words.at(-1) ?? '' }
    }
    case 'USER':
      return { type: 'user', name: first }
    case 'EXPOSE':
      return { type: 'expose', port: first }
    case 'HEALTHCHECK':
      return { type: 'healthcheck', command: commandIn(text) }
    case 'CMD':
      return { type: 'cmd', command: commandIn(text) }
    default:
      throw new Error(`expected an instruction that the tests execute, got ${keyword}`)
  }
}

function variableOf(word: string): [string, string] {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(word) ?? []
  return [name, value]
}

/** A command in the exec form, a JSON list. Throws for the shell form. */
function commandIn(text: string): string[] {
  const [json] = /\[.*\]$/s.exec(text.trim()) ?? []
  if (json === undefined) throw new Error(`expected a command in the exec form, got ${text}`)
  return JSON.parse(json) as string[]
}
