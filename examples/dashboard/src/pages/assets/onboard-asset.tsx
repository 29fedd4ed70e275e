import { skipToken, useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { RiskLevel } from '../../../generated/graphql.js'
import { labelOf } from '../../format.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { EditForm } from '../../parts/edit-form.js'
import { Field } from '../../parts/field.js'
import { type FormErrors, formErrors } from '../../parts/form-errors.js'
import { describeError } from '../../parts/problem.js'
import { useToast } from '../../parts/toasts.js'
import { RISKS } from '../../risks.js'
import { linkTo, navigate, type Route } from '../../route.js'
import { CustomFieldInput } from './custom-fields.js'
import { useRemoveAsset } from './remove-asset.js'

const CREATE_ASSET = graphql(`
  mutation CreateAsset($input: CreateAssetInput!) {
    createAsset(input: $input) {
      asset {
        id
        code
      }
      userErrors {
        field
        message
      }
    }
  }
`)
const ASSET_TYPE = graphql(`
  query AssetTypeToOnboard($id: ID!) {
    assetType(id: $id) {
      id
      customFields {
        fieldId
        label
        kind
        unit
        required
        default
        options
      }
    }
  }
`)
const INPUTS = ['code', 'barcode', 'riskLevel']
/** The form reads its custom fields back by these names, which are also their paths in the input. */
const pathOf = (index: number) => `customFieldValues.${index}.value`

interface Props {
  readonly route: Route
  /** Admins can undo it: only they may remove an asset. */
  readonly isAdmin: boolean
}

/** Creates an asset. Without a code, the service gives it one. The address may have the zone. */
export function OnboardAsset({ route, isAdmin }: Props) {
  const inAddress = route.query.get('zone')
  const [zoneIds, setZoneIds] = useState(inAddress ? [inAddress] : [])
  const [typeIds, setTypeIds] = useState<string[]>([])
  const [errors, setErrors] = useState<FormErrors>(new Map())
  const [create, { loading, client }] = useMutation(CREATE_ASSET)
  const removeCreated = useRemoveAsset()
  const show = useToast()
  const type = useQuery(ASSET_TYPE, typeIds[0] ? { variables: { id: typeIds[0] } } : skipToken)
  const fields = (typeIds.length > 0 && type.data?.assetType?.customFields) || []
  const inputs = [...INPUTS, ...fields.map((_, index) => pathOf(index))]
  const fail = (message: string) => {
    setErrors(formErrors([{ field: null, message }], inputs))
  }
  const submit = async (form: HTMLFormElement) => {
    const [zoneId] = zoneIds
    const [typeId] = typeIds
    if (zoneId === undefined || typeId === undefined) {
      fail('Choose a zone and a type.')
      return
    }
    const data = new FormData(form)
    const text = (name: string) => (data.get(name) as string).trim() || null
    const riskLevel = text('riskLevel') as RiskLevel | null
    const customFieldValues = fields.map(({ fieldId }, index) => ({
      fieldId,
      value: text(pathOf(index)),
    }))
    const input = {
      zoneId,
      typeId,
      customFieldValues,
      code: text('code'),
      barcode: text('barcode'),
      riskLevel,
    }
    try {
      const { asset, userErrors = [] } =
        (await create({ variables: { input } })).data?.createAsset ?? {}
      setErrors(formErrors(userErrors, inputs))
      if (!asset) return
      client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'assets' })
      const undo = isAdmin ? () => removeCreated(asset) : undefined
      show({ text: `${asset.code} is created.`, undo })
      navigate(linkTo(`assets/${asset.id}`))
    } catch (error) {
      fail(describeError(error))
    }
  }
  const field = (name: string) => ({ name, value: '', error: errors.get(name) })
  return (
    <>
      <title>New asset · Field inspections</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/assets">Assets</a>
      </nav>
      <h1>New asset</h1>
      <EditForm errors={errors} onSubmit={submit}>
        <RecordPicker isSingle label="Zone" noun="zones" ids={zoneIds} onChange={setZoneIds} />
        <RecordPicker isSingle label="Type" noun="assetTypes" ids={typeIds} onChange={setTypeIds} />
        <Field label="Code (empty: the next free one)" {...field('code')} />
        <Field label="Barcode" {...field('barcode')} />
        <Field label="Risk" {...field('riskLevel')}>
          <option value="">Unknown</option>
          {RISKS.map((risk) => (
            <option key={risk} value={risk}>
              {labelOf(risk)}
            </option>
          ))}
        </Field>
        {fields.map((customField, index) => (
          <CustomFieldInput
            key={customField.fieldId}
            field={customField}
            name={pathOf(index)}
            error={errors.get(pathOf(index))}
          />
        ))}
        <div className="actions">
          <button className="primary" disabled={loading}>
            {loading ? 'Creating…' : 'Create'}
          </button>
          <a className="button" href="#/assets">
            Cancel
          </a>
        </div>
      </EditForm>
    </>
  )
}
