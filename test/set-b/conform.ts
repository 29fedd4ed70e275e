import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { createDocument } from '../../src/set-b/document.js'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, unknown>>
}

const document = createDocument() as Document
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, 'document')

const paths = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace('{id}', '[^/]+')}$`),
}))

const validators = new Map<string, ValidateFunction>()

/** The validator of an answer's body; undefined where the document has no such operation. */
function validatorOf(method: string, url: string, status: number): ValidateFunction | undefined {
  const { path = '' } = paths.find(({ pattern }) => pattern.test(url)) ?? {}
  const operation = document.paths[path]?.[method]
  if (!operation) return undefined
  const at = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
  const pointer = at
    .map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))
    .join('/')
  expect(Object.keys(operation.responses), `${operation.operationId} answers`).toContain(
    String(status),
  )
  const $ref = `document#/${encodeURI(pointer)}`
  let validate = validators.get($ref)
  if (!validate) validators.set($ref, (validate = ajv.compile({ $ref })))
  return validate
}

/** Fails where an operation answers what its OpenAPI document does not say. */
export function expectConform(method: string, path: string, status: number, body: unknown): void {
  const validate = validatorOf(method.toLowerCase(), path.split('?', 1)[0] ?? '', status)
  if (!validate) return
  const valid = validate(body)
  expect(valid ? [] : validate.errors, `${method} ${path} ${status}`).toEqual([])
}
