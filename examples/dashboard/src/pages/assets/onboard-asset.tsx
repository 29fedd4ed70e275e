import { skipToken, useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { RiskLevel } from '../../../generated/graphql.js'
import { labelOf } from '../../format.js'
import { listOf } from '../../lists/filters.js'
import { RecordField } from '../../lists/record-field.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { EditForm } from '../../parts/edit-form.js'
import { Field } from '../../parts/field.js'
import { CreateActions, NewPage } from '../../parts/new-page.js'
import { useAction } from '../../parts/use-action.js'
import { useForm } from '../../parts/use-form.js'
import { RISKS } from '../../risks.js'
import { navigate, type Route } from '../../route.js'
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
const INPUTS = ['zoneId', 'typeId', 'code', 'barcode', 'riskLevel']
/** The form reads its custom fields back by these names, which are also their paths in the input. */
const pathOf = (index: number) => `customFieldValues.${index}.value`

interface Props {
  readonly route: Route
  /** Admins can undo it: only they may remove an asset. */
  readonly isAdmin: boolean
}

/** Creates an asset. Without a code, the service gives it one. The address may have the zone. */
export function OnboardAsset({ route, isAdmin }: Props) {
  const [typeIds, setTypeIds] = useState<string[]>([])
  const [typeId] = typeIds
  const [create] = useMutation(CREATE_ASSET)
  const removeCreated = useRemoveAsset()
  const { write } = useAction()
  const type = useQuery(ASSET_TYPE, typeId ? { variables: { id: typeId } } : skipToken)
  const fields = (typeId && type.data?.assetType?.customFields) || []
  const inputs = [...INPUTS, ...fields.map((_, index) => pathOf(index))]
  const { errors, isBusy, submit, field } = useForm(inputs)

  const valuesOf = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const text = (name: string) => (data.get(name) as string).trim() || null
    return {
      ...{ zoneId: text('zoneId') ?? '', typeId: typeId ?? '' },
      ...{ code: text('code'), barcode: text('barcode') },
      riskLevel: text('riskLevel') as RiskLevel | null,
      customFieldValues: fields.map(({ fieldId }, index) => ({
        fieldId,
        value: text(pathOf(index)),
      })),
    }
  }
  const save = (input: ReturnType<typeof valuesOf>) =>
    write({
      send: () => create({ variables: { input } }),
      done: ({ createAsset }) => `${createAsset?.asset?.code ?? ''} is created.`,
      undo: isAdmin
        ? ({ createAsset }) => createAsset?.asset && removeCreated(createAsset.asset)
        : undefined,
      next: ({ createAsset }) => {
        navigate(`/assets/${createAsset?.asset?.id ?? ''}`)
      },
    })
  return (
    <NewPage noun="asset" list="Assets">
      <EditForm errors={errors} onSubmit={(form) => submit(valuesOf(form), save)}>
        <RecordField
          isSingle
          label="Zone"
          noun="zones"
          name="zoneId"
          chosen={listOf(route.query.get('zone'))}
          error={errors.get('zoneId')}
        />
        <RecordPicker
          isSingle
          label="Type"
          noun="assetTypes"
          ids={typeIds}
          onChange={setTypeIds}
          error={errors.get('typeId')}
        />
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
        <CreateActions isBusy={isBusy}>
          <a className="button" href="#/assets">
            Cancel
          </a>
        </CreateActions>
      </EditForm>
    </NewPage>
  )
}
