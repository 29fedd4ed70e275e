import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { listOf } from '../../lists/filters.js'
import { RecordField } from '../../lists/record-field.js'
import { EditForm } from '../../parts/edit-form.js'
import { Field } from '../../parts/field.js'
import { CreateActions, NewPage } from '../../parts/new-page.js'
import { useAction } from '../../parts/use-action.js'
import { useForm } from '../../parts/use-form.js'
import { linkTo, navigate, type Route } from '../../route.js'

const CREATE_ZONE = graphql(`
  mutation CreateZone($input: CreateZoneInput!) {
    createZone(input: $input) {
      zone {
        id
        name
      }
      userErrors {
        field
        message
      }
    }
  }
`)
const REMOVE_ZONE = graphql(`
  mutation RemoveZone($id: ID!) {
    removeZone(input: { id: $id }) {
      userErrors {
        message
      }
    }
  }
`)

/** Creates a zone. The address may have its site. */
export function NewZone({ route }: { route: Route }) {
  const siteIds = listOf(route.query.get('site'))
  const { errors, isBusy, submit, field } = useForm([
    'siteId',
    'typeId',
    'name',
    'sizeSquareMetres',
  ])
  const [create] = useMutation(CREATE_ZONE)
  const [remove] = useMutation(REMOVE_ZONE)
  const { run, write } = useAction()

  const valuesOf = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const text = (name: string) => (data.get(name) as string).trim()
    const size = text('sizeSquareMetres')
    return {
      ...{ siteId: text('siteId'), typeId: text('typeId'), name: text('name') },
      sizeSquareMetres: size ? Number(size) : null,
    }
  }
  const save = (input: ReturnType<typeof valuesOf>) =>
    write({
      send: () => create({ variables: { input } }),
      done: `${input.name} is created.`,
      undo: ({ createZone }) =>
        run({
          send: () => remove({ variables: { id: createZone?.zone?.id ?? '' } }),
          done: `${input.name} is removed.`,
        }),
      next: () => {
        navigate(`/sites/${input.siteId}`)
      },
    })
  return (
    <NewPage noun="zone" list="Sites">
      <EditForm errors={errors} onSubmit={(form) => submit(valuesOf(form), save)}>
        <RecordField
          isSingle
          label="Site"
          noun="sites"
          name="siteId"
          chosen={siteIds}
          error={errors.get('siteId')}
        />
        <RecordField
          isSingle
          label="Type"
          noun="zoneTypes"
          name="typeId"
          error={errors.get('typeId')}
        />
        <Field label="Name" {...field('name')} />
        <Field label="Floor area in square metres" type="number" {...field('sizeSquareMetres')} />
        <CreateActions isBusy={isBusy}>
          <a className="button" href={linkTo(siteIds[0] ? `sites/${siteIds[0]}` : 'sites')}>
            Cancel
          </a>
        </CreateActions>
      </EditForm>
    </NewPage>
  )
}
