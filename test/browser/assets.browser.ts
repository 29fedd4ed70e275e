import { beforeAll, describe, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { ADMIN } from './dashboard.js'

const dashboard = useDashboard()
const { go, goSignedIn, shows, choose, press } = dashboard
let ask: Ask
beforeAll(async () => {
  ask = await askAs(ADMIN)
})

interface Asset {
  readonly id: string
  readonly code: string
  readonly status: string
  readonly barcode: { readonly data: string }
  readonly zone: { readonly id: string; readonly name: string }
  readonly inspections: { readonly totalCount: number }
}

interface Value {
  readonly label: string
  readonly value: string
}

const firstAsset = async (filter: object): Promise<Asset> => {
  const query = `query ($filter: AssetFilter) { assets(first: 1, filter: $filter, orderBy: [{ field: CODE }]) {
    nodes { id code status barcode { data } zone { id name } inspections { totalCount } } } }`
  return (await ask(query, { filter })).assets.nodes[0]
}

describe('the list of assets', () => {
  test('has each code on one line, and each status within its column, as has the page of a site', async () => {
    const { page } = dashboard
    const { sites } = await ask('{ sites(first: 1, orderBy: [{ field: NAME }]) { nodes { id } } }')
    const outside = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('.code a, .assets a, .badge')]
        .filter((each) => {
          const { right } = (each.closest('th, td, li, dd') ?? document.body).getBoundingClientRect()
          const isTooWide = each.scrollWidth > each.clientWidth && each.matches('.badge')
          return isTooWide || each.getClientRects().length > 1 || each.getBoundingClientRect().right > right + 1
        })
        .map((each) => each.textContent)`)
    await goSignedIn('')
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      for (const path of ['assets?sort=STATUS&descending=yes', `sites/${sites.nodes[0].id}`]) {
        await dashboard.go(path)
        await page.locator('.badge', { hasText: 'Decommissioned' }).first().waitFor()
        expect(await outside()).toEqual([])
      }
    }
  })

  test('finds an asset by its code and by its barcode', async () => {
    const { page } = dashboard
    const { code, barcode } = await firstAsset({ overdue: true })
    await goSignedIn('assets')
    for (const text of [code, barcode.data]) {
      await page.getByLabel('Code, barcode or custom field').fill(text)
      await shows(/^1 asset$/)
      expect(await page.locator('.records tbody th').allInnerTexts()).toEqual([code])
      await page.getByRole('link', { name: 'Remove all filters' }).click()
      await shows(/^[\d,]+ assets$/)
    }
  })
})

test('assets are found by the value of a custom field, which the address has', async () => {
  const { page } = dashboard
  const { assetTypes } = await ask(
    '{ assetTypes(filter: { search: "Fire door" }) { nodes { customFields { fieldId label kind } } } }',
  )
  const [{ fieldId, label }, other] = assetTypes.nodes[0].customFields
  const countOf = async (customField: object) => {
    const { assets } = await ask(
      'query ($filter: AssetFilter) { assets(filter: $filter) { totalCount } }',
      {
        filter: { customField },
      },
    )
    return assets.totalCount.toLocaleString('en-GB')
  }
  await goSignedIn('assets')
  await page.getByText('More filters').click()
  const group = page.getByRole('group', { name: 'Custom field' })
  await group.getByLabel('Field').focus()
  await group.locator(`option[value="${fieldId}"]`).waitFor({ state: 'attached' })
  await group.getByLabel('Field').selectOption(fieldId)
  await group.getByLabel('Value').fill('30')
  await group.getByLabel('Value').press('Enter')
  await shows(`${await countOf({ fieldId, contains: '30' })} assets`)
  await group.getByLabel('Condition').selectOption('is')
  await expect.poll(() => page.url()).toContain(`customField=${fieldId}%3Aequals%3A30`)
  expect(await group.getByLabel('Value').inputValue()).toBe('30')
  await group.getByLabel('Value').fill('FD30')
  await group.getByLabel('Value').press('Enter')
  await expect.poll(() => page.url()).toContain(`customField=${fieldId}%3Aequals%3AFD30`)
  await shows(`${await countOf({ fieldId, equals: 'FD30' })} assets`)
  await page.reload()
  await shows(`${await countOf({ fieldId, equals: 'FD30' })} assets`)
  await expect
    .poll(() => group.getByLabel('Field').locator('option:checked').innerText())
    .toBe(label)
  await group.getByLabel('Field').selectOption(other.fieldId)
  await shows(/^[\d,]+ assets$/)
  expect(await group.getByLabel('Value').inputValue()).toBe('')
})

describe('the page of an asset', () => {
  test('shows since when it has its status, and not since its last inspection', async () => {
    const { id } = await firstAsset({ statuses: ['OK'], neverInspected: false })
    const { asset, viewer } = await ask(
      `query ($id: ID!) { asset(id: $id) { statusSince lastInspectedAt } viewer { user { timezone } } }`,
      { id },
    )
    const formatter = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      timeZone: viewer.user.timezone,
    })
    const [since, inspected] = [asset.statusSince, asset.lastInspectedAt].map((at) =>
      formatter.format(new Date(at)),
    )
    expect(since).not.toBe(inspected)
    await goSignedIn(`assets/${id}`)
    await dashboard.page.locator('.heading').getByText(`since ${since}`, { exact: true }).waitFor()
  })

  test('records an inspection, which changes the status and the history', async () => {
    const { page } = dashboard
    const { id, inspections } = await firstAsset({ statuses: ['OK'], riskLevels: ['HIGH'] })
    await goSignedIn(`assets/${id}`)
    await page.getByLabel('Outcome').selectOption('FAILED')
    await page.getByLabel('Note').fill('The seal is broken')
    await press('Record')
    await shows('The inspection is recorded.')
    await page.locator('.heading').getByText('Defective').waitFor()
    await shows('The seal is broken')
    await shows('Defective: false → true')
    await page.getByRole('link', { name: /^\d+ inspections?$/ }).click()
    await expect
      .poll(() => page.locator('.records tbody tr').count())
      .toBe(inspections.totalCount + 1)
  })

  test('has the labels of custom fields in its history', async () => {
    const { assets } = await ask(`{ assets(first: 100, filter: { statuses: [OK] }) { nodes {
      id customFieldValues { label value } } } }`)
    const [asset] = (assets.nodes as { id: string; customFieldValues: Value[] }[]).filter(
      ({ customFieldValues }) => customFieldValues.length > 1,
    )
    const texts = asset!.customFieldValues.map(({ label, value }) => `${label}: ${value}`)
    await goSignedIn(`assets/${asset!.id}`)
    await shows(`Custom field values: – → ${texts.join(', ')}`)
  })

  test('takes back an inspection that was recorded by mistake', async () => {
    const { page } = dashboard
    const { id, inspections } = await firstAsset({ statuses: ['OK'], riskLevels: ['MEDIUM'] })
    await goSignedIn(`assets/${id}`)
    await page.getByLabel('Outcome').selectOption('FAILED')
    await press('Record')
    await page.locator('.heading').getByText('Defective').waitFor()
    await press('Undo')
    await shows('The inspection does not count.')
    await page.locator('.heading').getByText('OK').waitFor()
    expect((await firstAsset({ ids: [id] })).inspections).toEqual(inspections)
  })

  test('voids an inspection for a reason, which admins find in the list', async () => {
    const { page } = dashboard
    const { id, inspections } = await firstAsset({ statuses: ['OK'], riskLevels: ['LOW'] })
    await goSignedIn(`assets/${id}`)
    await page.getByLabel('Outcome').selectOption('FAILED')
    await press('Record')
    await page.locator('.heading').getByText('Defective').waitFor()
    const newest = await ask(
      `query ($ids: [ID!]) { inspections(first: 1, filter: { assetIds: $ids },
        orderBy: [{ field: CREATED_AT, direction: DESC }]) { nodes { id } } }`,
      { ids: [id] },
    )
    await go(`inspections/${newest.inspections.nodes[0].id}`)
    await press('Void')
    const dialog = page.getByRole('dialog', { name: 'Void' })
    await dialog.getByLabel('Reason').fill('The wrong door')
    await dialog.getByRole('button', { name: 'Void' }).click()
    await shows('The inspection does not count.')
    await page.locator('.heading').getByText('OK').waitFor()
    expect((await firstAsset({ ids: [id] })).inspections).toEqual(inspections)
    await go(`inspections?assetIds=${id}&removed=ONLY`)
    await shows('Voided: The wrong door')
  })

  test('asks the checklist of its type, whose questions follow from the answers', async () => {
    const { page } = dashboard
    const { assetTypes } = await ask(
      '{ assetTypes(filter: { search: "Fire extinguisher" }) { nodes { id } } }',
    )
    const { id } = await firstAsset({ statuses: ['OK'], typeIds: [assetTypes.nodes[0].id] })
    await goSignedIn(`assets/${id}`)
    await page.getByText('Fire extinguisher checklist').click()
    const pressure = page.getByRole('textbox', { name: 'What does the pressure gauge show?' })
    expect(await pressure.count()).toBe(0)
    await page.getByRole('radio', { name: 'CO2' }).check()
    expect(await pressure.count()).toBe(0)
    await page.getByRole('radio', { name: 'Foam' }).check()
    await pressure.fill('low')
    await page.getByRole('group', { name: 'Are pin and seal intact?' }).getByLabel('No').check()
    await press('Record the answers')
    await shows('A decimal number such as 12.5 is expected.')
    await shows('A failing answer needs a note.')
    await pressure.fill('12.5')
    await page.getByLabel('Note, required because the answer fails').fill('The pin is missing')
    const damage = page.getByRole('group', { name: 'Which damage is visible?' })
    await damage.getByLabel('Dents').check()
    await press('Record the answers')
    await shows('The inspection is recorded.')
    await page.locator('.heading').getByText('Defective').waitFor()
    await shows('Defective: false → true')

    // That no choice applies is an answer, too: it resolves the finding, as the answer to the other question does.
    const open = async () => {
      const filter = { assetIds: [id], statuses: ['OPEN'] }
      const query =
        'query ($filter: FindingFilter) { findings(filter: $filter) { nodes { title } } }'
      const { findings } = await ask(query, { filter })
      return findings.nodes.map(({ title }: { title: string }) => title).sort()
    }
    expect(await open()).toEqual(['Are pin and seal intact?', 'Which damage is visible?'])
    await page.reload()
    await page.getByText('Fire extinguisher checklist').click()
    await page.getByRole('radio', { name: 'Foam' }).check()
    await pressure.fill('12.5')
    await page.getByRole('group', { name: 'Are pin and seal intact?' }).getByLabel('Yes').check()
    await damage.getByLabel('Dents').check()
    await damage.getByLabel('None of these').check()
    expect(await damage.getByLabel('Dents').isChecked()).toBe(false)
    await press('Record the answers')
    await shows('The inspection is recorded.')
    await expect.poll(open).toEqual([])
  })

  test('shows an error of the service, and keeps the input', async () => {
    const { page } = dashboard
    const { id } = await firstAsset({ statuses: ['OK'] })
    await goSignedIn(`assets/${id}`)
    await page.getByLabel('Note').fill('Without an outcome')
    await press('Record')
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe('Without an outcome')
  })

  test('moves it to another zone, and back', async () => {
    const { id, zone } = await firstAsset({ statuses: ['OK'] })
    const { zones } = await ask(
      'query ($ids: [ID!]) { zones(first: 1, filter: { not: { ids: $ids } }) { nodes { name site { name } } } }',
      { ids: [zone.id] },
    )
    const [other] = zones.nodes
    const zoneNow = async () => (await firstAsset({ ids: [id] })).zone.name
    await goSignedIn(`assets/${id}`)
    await choose('Another zone', `${other.name}, ${other.site.name}`)
    await press('Move')
    await expect.poll(zoneNow).toBe(other.name)
    await press('Undo')
    await expect.poll(zoneNow).toBe(zone.name)
  })

  test('decommissions it after a question', async () => {
    const { page } = dashboard
    const { id, code } = await firstAsset({ statuses: ['OVERDUE'], riskLevels: ['LOW'] })
    await goSignedIn(`assets/${id}`)
    // The panels above move the button while they load.
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
    await press('Decommission')
    await page.getByRole('dialog').getByRole('button', { name: 'Decommission' }).click()
    await shows(`${code} is decommissioned.`)
    expect((await firstAsset({ ids: [id] })).status).toBe('DECOMMISSIONED')
    expect(await page.getByRole('button', { name: 'Record' }).count()).toBe(0)
    await press('Undo')
    await shows(`${code} is in use again.`)
    await expect
      .poll(async () => (await firstAsset({ ids: [id] })).status)
      .not.toBe('DECOMMISSIONED')
    await press('Decommission')
    await page.getByRole('dialog').getByRole('button', { name: 'Decommission' }).click()
    await press('Use it again')
    await page.getByRole('dialog').getByLabel('Reason').fill('It is needed')
    await page.getByRole('dialog').getByRole('button', { name: 'Use it again' }).click()
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
    await shows(`${code} is in use again.`)
    await press('Undo')
    await shows(`${code} is decommissioned again, with the present time.`)
    expect((await firstAsset({ ids: [id] })).status).toBe('DECOMMISSIONED')
    await press('Undo')
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
  })
})

test('a new asset gets a code, with its custom fields, and an error is beside its field', async () => {
  const { page } = dashboard
  const { barcode, zone } = await firstAsset({ statuses: ['OK'] })
  await goSignedIn(`assets/new?zone=${zone.id}`)
  await choose('Type', 'Fire door')
  await page.getByLabel('Barcode').fill(barcode.data)
  await press('Create')
  await shows('Please correct the marked fields.')
  const message = page.locator('.field', { hasText: 'Barcode' }).locator('.error')
  expect(await message.innerText()).not.toBe('')
  await page.getByLabel('Barcode').fill('')
  expect(await page.getByLabel('Rating (required)').inputValue()).toBe('FD30')
  await press('Create')
  await shows(/^FD-\d+ is created\.$/)
  await page.getByRole('region', { name: 'Custom fields' }).waitFor()
  const id = /assets\/([0-9a-f-]{36})/.exec(page.url())?.[1]
  await press('Undo')
  await shows(/^FD-\d+ is removed\.$/)
  await page.getByRole('heading', { name: 'Assets', exact: true }).waitFor()
  expect((await ask('query ($id: ID!) { asset(id: $id) { id } }', { id })).asset).toBeNull()
})

test('a new asset has an input for each kind of a custom field', async () => {
  const { page } = dashboard
  const { zone } = await firstAsset({ statuses: ['OK'] })
  const values = page.getByRole('region', { name: 'Custom fields' })
  const create = async (type: string, label: string, value: string) => {
    await dashboard.go(`assets/new?zone=${zone.id}`)
    await choose('Type', type)
    const input = page.getByLabel(label)
    if (type === 'Emergency light') await input.selectOption(value)
    else await input.fill(value)
    await press('Create')
  }
  await goSignedIn('assets')
  await create('Sprinkler valve', 'Static pressure (bar)', '17.5')
  const error = page.locator('.field', { hasText: 'Static pressure' }).locator('.error')
  expect(await error.innerText()).toBe('A number from 0 to 16 is expected.')
  await page.getByLabel('Static pressure (bar)').fill('7.50')
  await press('Create')
  await expect.poll(() => values.locator('dd').allInnerTexts()).toEqual(['DN100', '7.5 bar'])
  await create('Emergency light', 'Maintained', 'true')
  await expect.poll(() => values.locator('dd').allInnerTexts()).toEqual(['Yes'])
  await create('Fire extinguisher', 'Manufactured', '2027-01-31')
  await expect
    .poll(() => values.locator('dd').allInnerTexts())
    .toEqual(['Foam', '6 litres', '31 Jan 2027'])
})
