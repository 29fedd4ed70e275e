import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newCompany, newUser, type TestCompany } from '../../support/builders.js'
import { tableDigestsOf } from '../../support/table-digests.js'
import { testDatabase } from '../../support/database.js'
import {
  runMutation,
  inputTypeOf,
  mutationNames,
  errorCodesOf,
  errorCodesOfEach,
  send,
} from './run-mutation.js'
import { type InputField, inputFieldsOf, valueAt, withValueAt } from './input-fields.js'
import { commonFields } from './common-fields.js'
import { validInputWith } from './input-variants.js'
import { validInputs } from './valid-inputs.js'

/* Every field of every mutation's input: which values it accepts, and that errors have its path. */

const db = testDatabase()
/** A company that allows what others reject: external barcodes, and jobs without a technician. */
async function someCompany() {
  const company = await newCompany(db, { allowExternalBarcodes: true, allowUnassignedJobs: true })
  await newUser(company, { placeholder: true, active: false })
  return company
}

const unchanged = new Map<string, Promise<TestCompany>>()

/** A company for tests in which a mutation is refused: those of one mutation share it, because nothing may be written. */
function companyOf(name: string): Promise<TestCompany> {
  const company = unchanged.get(name) ?? someCompany()
  unchanged.set(name, company)
  return company
}

const fieldsMatching = (name: string, fits: (place: InputField) => boolean) =>
  inputFieldsOf(inputTypeOf(name)).filter(fits)

/** A valid input, with a value at the path if possible. */
const validInput = async (
  name: string,
  company: TestCompany,
  path?: InputField['path'],
): Promise<object> => {
  const input = await validInputWith(name, company, path)
  return { ...input, ...(await commonFields(company, name, input)) }
}

const unused = new WeakMap<TestCompany, Map<string, Promise<object>>>()

/** A valid input that no mutation has used up: refused mutations write nothing, so they can share one. */
async function unusedInput(name: string, company: TestCompany, path: InputField['path']) {
  const inputs = unused.get(company) ?? new Map<string, Promise<object>>()
  unused.set(company, inputs)
  const inputAt = (key: string, place?: InputField['path']) => {
    const input = inputs.get(key) ?? validInput(name, company, place)
    inputs.set(key, input)
    return input
  }
  const main = await inputAt(name)
  return valueAt(main, path) === undefined ? inputAt(`${name} ${path.join('.')}`, path) : main
}

/** The errors of a mutation for an invalid value in each field. Nothing may be written. */
async function refusalsAt(
  company: TestCompany,
  name: string,
  places: readonly InputField[],
  valueFor: (place: InputField) => unknown,
): Promise<[path: string, refusal: string[]][]> {
  const inputs: object[] = []
  for (const place of places) {
    const input = await unusedInput(name, company, place.path)
    inputs.push(withValueAt(input, place.path, valueFor(place)))
  }
  const refusals = await errorCodesOfEach(company.admin, name, inputs)
  return places.map(({ path }, index) => [path.join('.'), refusals[index] ?? []])
}

const holding = (...types: string[]) =>
  mutationNames.filter((name) => fieldsMatching(name, ofType(...types))[0])
const ofType =
  (...types: string[]) =>
  ({ type }: InputField) =>
    types.includes(type)
/** Whether a field refers to a record. The client chooses the ids of custom fields and of questions, and may choose those of new records. */
const isReference = ({ type, path, nullable }: InputField) =>
  type === 'ID' &&
  !(path.at(-1) === 'id' && nullable) &&
  path.at(-1) !== 'fieldId' &&
  !(path.includes('sections') && path.at(-1) === 'questionId')
const referring = mutationNames.filter((name) => fieldsMatching(name, isReference)[0])

describe('every mutation', () => {
  it('has a valid input in these tests', () => {
    expect(Object.keys(validInputs).sort()).toEqual([...mutationNames].sort())
  })

  it.each(mutationNames)('%s accepts an input with all fields', async (name) => {
    const company = await someCompany()
    const input = await validInput(name, company)
    const missing = fieldsMatching(name, ({ path }) => valueAt(input, path) === undefined)
    for (const { path } of missing) {
      const other = await validInput(name, company, path)
      expect(valueAt(other, path), path.join('.')).not.toBeUndefined()
      await runMutation(company.admin, name, other)
    }
    const answer: object = await runMutation(company.admin, name, input)
    for (const value of Object.values(answer)) expect(value).not.toBeNull()
  })

  it.each(mutationNames)('%s describes each field of its input', (name) => {
    expect(fieldsMatching(name, ({ description }) => description.length < 5)).toEqual([])
  })
})

describe('an id', () => {
  it.each(referring)('of another company is NOT_FOUND for %s, in every field', async (name) => {
    const company = await companyOf(name)
    const other = await someCompany()
    const places = fieldsMatching(name, isReference)
    const foreign = new Map<InputField, unknown>()
    for (const place of places) {
      foreign.set(place, valueAt(await validInput(name, other, place.path), place.path))
    }
    const before = await tableDigestsOf(db, other.companyId)
    const refusals = await refusalsAt(company, name, places, (place) => foreign.get(place))
    for (const [path, refusal] of refusals) expect(refusal).toContain(`NOT_FOUND ${path}`)
    expect(await tableDigestsOf(db, other.companyId)).toEqual(before)
  })

  it.each(referring)('that is malformed is NOT_FOUND for %s, in every field', async (name) => {
    const company = await companyOf(name)
    for (const id of ['nonsense', '1', '', '\0', '00000000-0000-0000-0000-000000000000']) {
      const refusals = await refusalsAt(company, name, fieldsMatching(name, isReference), () => id)
      for (const [path, refusal] of refusals) expect(refusal).toContain(`NOT_FOUND ${path}`)
    }
  })
})

describe('null', () => {
  const optional = (name: string) => fieldsMatching(name, ({ nullable }) => nullable)
  const isRefused = ({ description }: InputField) => description.includes('Null is rejected')

  it.each(mutationNames.filter((name) => optional(name).some(isRefused)))(
    'is REQUIRED in fields of %s whose description says so',
    async (name) => {
      const company = await companyOf(name)
      const refusals = await refusalsAt(company, name, optional(name).filter(isRefused), () => null)
      for (const [path, refusal] of refusals) expect(refusal).toEqual([`REQUIRED ${path}`])
    },
  )

  it.each(mutationNames.filter((name) => !optional(name).every(isRefused)))(
    'is accepted in all other nullable fields of %s',
    async (name) => {
      const company = await someCompany()
      for (const place of optional(name).filter((each) => !isRefused(each))) {
        const input = withValueAt(await validInput(name, company, place.path), place.path, null)
        await runMutation(company.admin, name, input)
      }
    },
  )
})

const schedule = {
  scheduledStartLocal: '2030-01-07T09:00',
  scheduledEndLocal: '2030-01-07T11:00',
}

/** For mutations that require one of several optional fields: such a field, with a value. */
const oneOfSeveral: Readonly<Record<string, object>> = {
  recordInspection: { outcome: 'PASSED' },
  createJob: schedule,
  createJobFromFindings: schedule,
}

describe('absence', () => {
  it.each(mutationNames)('of all optional fields is accepted by %s', async (name) => {
    const company = await someCompany()
    const input = await validInput(name, company)
    const required = Object.values(inputTypeOf(name).getFields())
      .filter((field) => String(field.type).endsWith('!') && field.defaultValue === undefined)
      .map((field) => [field.name, valueAt(input, [field.name])] as const)
    const sparse = Object.fromEntries(required)
    await runMutation(company.admin, name, { ...sparse, ...oneOfSeveral[name] })
  })
})

describe('a text', () => {
  const texts = mutationNames.filter((name) => name !== 'login' && name !== 'refreshToken')
  const holders = texts.filter((name) => fieldsMatching(name, ofType('String'))[0])
  // Passwords are hashed, not stored.
  const stored = (name: string) =>
    fieldsMatching(name, ofType('String')).filter(
      ({ path }) => !['password', 'current', 'new'].includes(String(path[0])),
    )

  it.each(holders)('that cannot be stored is rejected by %s, in every field', async (name) => {
    const company = await companyOf(name)
    for (const text of ['nul \0 nul', 'half \ud800 half']) {
      const refusals = await refusalsAt(company, name, stored(name), () => text)
      for (const [path, refusal] of refusals) expect(refusal).toContain(`INVALID ${path}`)
    }
  })

  /** The names of fields whose texts may have several lines, as docs/graphql.md lists them. */
  const [, namesOfLines = ''] =
    /line breaks and tabs: the fields ([^;]+);/.exec(readFileSync('docs/graphql.md', 'utf8')) ?? []
  const withLines = [...namesOfLines.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)

  const isNamed = ({ path }: InputField) => withLines.includes(String(path.at(-1)))

  /** The fields whose texts may have several lines: `field` in `Mutation` and in its rows. */
  const hasLines = (field: InputField) => isNamed(field) || isWithoutName(field)

  /** Answers to questions, and values and defaults of custom fields, if their kind is a text. */
  const isWithoutName = ({ path }: InputField) =>
    path.join('.').endsWith('answers.0.value') ||
    path[0] === 'customFieldValues' ||
    path[2] === 'customFieldValues' ||
    path.at(-1) === 'default'

  it.each(holders)('with a control character is rejected by %s, in every field', async (name) => {
    const company = await companyOf(name)
    const refusals = await refusalsAt(company, name, stored(name), () => 'a \u001b b')
    for (const [path, refusal] of refusals) expect(refusal).toContain(`INVALID ${path}`)
  })

  it.each(holders)(
    'with a line break is rejected by %s, unless it may have lines',
    async (name) => {
      const company = await companyOf(name)
      const ofOneLine = stored(name).filter((field) => !hasLines(field))
      const refusals = await refusalsAt(company, name, ofOneLine, () => 'a\nb')
      for (const [path, refusal] of refusals) expect(refusal).toContain(`INVALID ${path}`)
    },
  )

  it.each(holders.filter((name) => stored(name).some(isNamed)))(
    'with a line break is accepted by %s, in the fields that docs/graphql.md names',
    async (name) => {
      const company = await someCompany()
      for (const place of stored(name).filter(isNamed)) {
        const input = await validInput(name, company, place.path)
        await runMutation(company.admin, name, withValueAt(input, place.path, 'a\n\tb'))
      }
    },
  )

  it('may not have any other control character, either', async () => {
    const company = await someCompany()
    const characters = ['\u0007', '\u000b', '\u007f', '\u0085', '\u009f']
    const breaks = ['\r', '\t', '\u2028', '\u2029']
    const names = [...characters, ...breaks].map((each) => ({ legalName: `a${each}b` }))
    for (const refusal of await errorCodesOfEach(company.admin, 'createClient', names)) {
      expect(refusal).toEqual(['INVALID legalName'])
    }
    const inspection = await validInput('recordInspection', company)
    const notes = characters.map((each) => ({ ...inspection, note: `a${each}b` }))
    for (const refusal of await errorCodesOfEach(company.admin, 'recordInspection', notes)) {
      expect(refusal).toEqual(['INVALID note'])
    }
  })

  it('keeps its line breaks in notes, instructions and values of custom fields', async () => {
    const company = await someCompany()
    const lines = 'First:\n\tone\r\nSecond.'
    const inspection = await validInput('recordInspection', company)
    const { inspection: recorded } = await runMutation(
      company.admin,
      'recordInspection',
      { ...inspection, note: lines },
      'inspection { note }',
    )
    expect(recorded).toEqual({ note: lines })
    const job = { ...(await validInput('createJob', company)), specialInstructions: lines }
    const created = await runMutation(
      company.admin,
      'createJob',
      job,
      'job { specialInstructions }',
    )
    expect(created.job).toEqual({ specialInstructions: lines })
    const asset = await validInput('createAsset', company)
    const { asset: onboarded } = await runMutation(
      company.admin,
      'createAsset',
      withValueAt(asset, ['customFieldValues', 0, 'value'], lines),
      'asset { customFieldValues { value } }',
    )
    expect(onboarded.customFieldValues).toEqual([{ value: lines }])
  })

  it.each(holders)('that is too long is rejected by %s, in every field', async (name) => {
    const company = await companyOf(name)
    const places = fieldsMatching(name, ofType('String'))
    const refusals = await refusalsAt(company, name, places, () => 'x'.repeat(10_001))
    for (const [path, refusal] of refusals) {
      const code = path === 'shortCode' ? 'INVALID' : 'TOO_LONG'
      expect(refusal).toContain(`${code} ${path}`)
    }
  })

  it.each(['login', 'refreshToken'])(
    'of any kind is an invalid credential for %s',
    async (name) => {
      const company = await companyOf(name)
      for (const text of ['nul \0 nul', 'half \ud800 half', 'x'.repeat(10_001)]) {
        const refusals = await refusalsAt(
          company,
          name,
          fieldsMatching(name, ofType('String')),
          () => text,
        )
        for (const [, refusal] of refusals) expect(refusal).toEqual(['UNAUTHENTICATED'])
      }
    },
  )
})

describe('a number', () => {
  it.each(holding('Int'))('that is too small is rejected by %s, in every field', async (name) => {
    const company = await companyOf(name)
    const refusals = await refusalsAt(company, name, fieldsMatching(name, ofType('Int')), () => -1)
    for (const [path, refusal] of refusals) expect(refusal).toEqual([`OUT_OF_RANGE ${path}`])
  })
})

describe('a time', () => {
  // `expectedUpdatedAt` is only compared.
  const isStoredTime = (field: InputField) =>
    ofType('DateTime')(field) && field.path.at(-1) !== 'expectedUpdatedAt'

  it.each(mutationNames.filter((name) => fieldsMatching(name, isStoredTime)[0]))(
    'that does not exist is rejected by %s, in every field',
    async (name) => {
      const company = await companyOf(name)
      for (const time of ['0999-12-31T23:59:59Z', '9999-12-31T23:59:59-01:00']) {
        const refusals = await refusalsAt(
          company,
          name,
          fieldsMatching(name, isStoredTime),
          () => time,
        )
        for (const [path, refusal] of refusals) expect(refusal).toContain(`OUT_OF_RANGE ${path}`)
      }
    },
  )
})

describe('a value of another type', () => {
  it.each(mutationNames)('is rejected by %s', async (name) => {
    const company = await companyOf(name)
    const input = { ...(await validInput(name, company)), surprise: 1 }
    expect(await errorCodesOf(company.admin, name, input)).toEqual(['BAD_USER_INPUT surprise'])
  })

  it('has status 400', async () => {
    const company = await someCompany()
    const { status } = await send(company.admin, 'createClient', { legalName: null })
    expect(status).toBe(400)
  })
})
