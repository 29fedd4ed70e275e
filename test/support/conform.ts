import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, unknown>>
}

/** Returns a function that checks a response against an OpenAPI document. Paths outside of the document pass. */
export function conformanceTo(openApi: object) {
  const { paths } = openApi as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(openApi, 'document')
  const patterns = Object.keys(paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  const validators = new Map<string, ValidateFunction>()

  return (method: string, url: string, status: number, body: unknown): void => {
    const pathname = url.split('?', 1)[0] ?? ''
    const path = patterns.find(({ pattern }) => pattern.test(pathname))?.path ?? ''
    const operation = paths[path]?.[method.toLowerCase()]
    if (!operation) return
    const documented = Object.keys(operation.responses)
    expect(documented, `${operation.operationId} answers`).toContain(String(status))
    const steps = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content']
    const pointer = [...steps, 'application/json', 'schema']
      .map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))
      .join('/')
    const $ref = `document#/${encodeURI(pointer)}`
    let validate = validators.get($ref)
    if (!validate) validators.set($ref, (validate = ajv.compile({ $ref })))
    const errors = validate(body) ? [] : validate.errors
    expect(errors, `${method} ${url} ${status}`).toEqual([])
  }
}
