import { describe, expect, it } from 'vitest'
import { newCompany, type TestCompany } from '../../support/builders.js'
import { contentsOf } from '../../support/contents.js'
import { testDatabase } from '../../support/database.js'
import { carryOut, inputTypeOf, mutationNames, refusalOf, refusalsOf, send } from './mutate.js'
import { type Position, positionsOf, valueAt, withValueAt } from './positions.js'
import { validInputs } from './valid-inputs.js'

/* Every place of every mutation's input: what it takes, and that whatever it does not take is told with its path. */

const db = testDatabase()
const someCompany = () => newCompany(db, { allowExternalBarcodes: true })

const placesOf = (name: string, fits: (place: Position) => boolean) =>
  positionsOf(inputTypeOf(name)).filter(fits)

const validInput = (name: string, company: TestCompany): Promise<object> => {
  const build = validInputs[name]
  if (!build) throw new Error(`There is no valid input for ${name}.`)
  return build(company)
}

/** What a mutation answers, for each place, to a value there instead of the valid one; nothing may be written. */
async function refusalsAt(
  company: TestCompany,
  name: string,
  places: readonly Position[],
  valueFor: (place: Position) => unknown,
): Promise<[path: string, refusal: string[]][]> {
  const inputs: object[] = []
  for (const place of places) {
    const input = await validInput(name, company)
    inputs.push(withValueAt(input, place.path, valueFor(place)))
  }
  const refusals = await refusalsOf(company.admin, name, inputs)
  return places.map(({ path }, index) => [path.join('.'), refusals[index] ?? []])
}

const holding = (...types: string[]) =>
  mutationNames.filter((name) => placesOf(name, ofType(...types))[0])
const ofType =
  (...types: string[]) =>
  ({ type }: Position) =>
    types.includes(type)

describe('every mutation', () => {
  it('has a valid input in these tests', () => {
    expect(Object.keys(validInputs).sort()).toEqual([...mutationNames].sort())
  })

  it.each(mutationNames)('%s takes an input that gives everything', async (name) => {
    const company = await someCompany()
    const input = await validInput(name, company)
    const missing = placesOf(name, ({ path }) => valueAt(input, path) === undefined)
    expect(missing).toEqual([])
    const answer: object = await carryOut(company.admin, name, input)
    for (const value of Object.values(answer)) expect(value).not.toBeNull()
  })

  it.each(mutationNames)('%s describes each part of its input', (name) => {
    expect(placesOf(name, ({ description }) => description.length < 5)).toEqual([])
  })
})

describe('an id', () => {
  it.each(holding('ID'))('of another company is unknown to %s, in every place', async (name) => {
    const company = await someCompany()
    const other = await someCompany()
    const foreign = await validInput(name, other)
    const before = await contentsOf(db, other.companyId)
    const refusals = await refusalsAt(company, name, placesOf(name, ofType('ID')), ({ path }) =>
      valueAt(foreign, path),
    )
    for (const [path, refusal] of refusals) expect(refusal).toContain(`NOT_FOUND ${path}`)
    expect(await contentsOf(db, other.companyId)).toEqual(before)
  })

  it.each(holding('ID'))('that is none is unknown to %s, in every place', async (name) => {
    const company = await someCompany()
    for (const id of ['nonsense', '1', '', '\0', '00000000-0000-0000-0000-000000000000']) {
      const refusals = await refusalsAt(company, name, placesOf(name, ofType('ID')), () => id)
      for (const [path, refusal] of refusals) expect(refusal).toContain(`NOT_FOUND ${path}`)
    }
  })
})

describe('null', () => {
  const optional = (name: string) => placesOf(name, ({ nullable }) => nullable)
  const isRefused = ({ description }: Position) => description.includes('Null is rejected')

  it.each(mutationNames.filter((name) => optional(name).some(isRefused)))(
    'is REQUIRED where %s says that it refuses it',
    async (name) => {
      const company = await someCompany()
      const refusals = await refusalsAt(company, name, optional(name).filter(isRefused), () => null)
      for (const [path, refusal] of refusals) expect(refusal).toEqual([`REQUIRED ${path}`])
    },
  )

  it.each(mutationNames.filter((name) => !optional(name).every(isRefused)))(
    'is taken wherever else %s may have it',
    async (name) => {
      const company = await someCompany()
      for (const place of optional(name).filter((each) => !isRefused(each))) {
        const input = withValueAt(await validInput(name, company), place.path, null)
        await carryOut(company.admin, name, input)
      }
    },
  )
})

describe('absence', () => {
  it.each(mutationNames)('of all that is optional is taken by %s', async (name) => {
    const company = await someCompany()
    const input = await validInput(name, company)
    const required = Object.values(inputTypeOf(name).getFields())
      .filter((field) => String(field.type).endsWith('!') && field.defaultValue === undefined)
      .map((field) => [field.name, valueAt(input, [field.name])] as const)
    const sparse = Object.fromEntries(required)
    const outcome = name === 'recordInspection' ? { outcome: 'PASSED' } : {}
    await carryOut(company.admin, name, { ...sparse, ...outcome })
  })
})

describe('a text', () => {
  const texts = mutationNames.filter((name) => name !== 'login' && name !== 'refreshToken')
  const holders = texts.filter((name) => placesOf(name, ofType('String'))[0])
  // A password is hashed, not stored.
  const stored = (name: string) =>
    placesOf(name, ofType('String')).filter(({ path }) => path[0] !== 'password')

  it.each(holders)('that cannot be stored is refused by %s, in every place', async (name) => {
    const company = await someCompany()
    for (const text of ['nul \0 nul', 'half \ud800 half']) {
      const refusals = await refusalsAt(company, name, stored(name), () => text)
      for (const [path, refusal] of refusals) expect(refusal).toContain(`INVALID ${path}`)
    }
  })

  it.each(holders)('that is too long is refused by %s, in every place', async (name) => {
    const company = await someCompany()
    const places = placesOf(name, ofType('String'))
    const refusals = await refusalsAt(company, name, places, () => 'x'.repeat(10_001))
    for (const [path, refusal] of refusals) {
      const code = path === 'shortCode' ? 'INVALID' : 'TOO_LONG'
      expect(refusal).toContain(`${code} ${path}`)
    }
  })

  it.each(['login', 'refreshToken'])('of any kind is a wrong credential for %s', async (name) => {
    const company = await someCompany()
    for (const text of ['nul \0 nul', 'half \ud800 half', 'x'.repeat(10_001)]) {
      const refusals = await refusalsAt(company, name, placesOf(name, ofType('String')), () => text)
      for (const [, refusal] of refusals) expect(refusal).toEqual(['UNAUTHENTICATED'])
    }
  })
})

describe('a number', () => {
  it.each(holding('Int'))('that is too small is refused by %s, in every place', async (name) => {
    const company = await someCompany()
    const refusals = await refusalsAt(company, name, placesOf(name, ofType('Int')), () => -1)
    for (const [path, refusal] of refusals) expect(refusal).toEqual([`OUT_OF_RANGE ${path}`])
  })
})

describe('a time', () => {
  it.each(holding('DateTime'))('that cannot be is refused by %s, in every place', async (name) => {
    const company = await someCompany()
    for (const time of ['0999-12-31T23:59:59Z', '9999-12-31T23:59:59-01:00']) {
      const refusals = await refusalsAt(
        company,
        name,
        placesOf(name, ofType('DateTime')),
        () => time,
      )
      for (const [path, refusal] of refusals) expect(refusal).toContain(`OUT_OF_RANGE ${path}`)
    }
  })
})

describe('what is not of the input’s type', () => {
  it.each(mutationNames)('is no input of %s at all', async (name) => {
    const company = await someCompany()
    const input = { ...(await validInput(name, company)), surprise: 1 }
    expect(await refusalOf(company.admin, name, input)).toEqual(['BAD_USER_INPUT'])
  })

  it('is answered with status 400', async () => {
    const company = await someCompany()
    const { status } = await send(company.admin, 'createClient', { legalName: null })
    expect(status).toBe(400)
  })
})
