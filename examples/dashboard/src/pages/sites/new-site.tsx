import { useMutation } from '@apollo/client/react'
import { useContext } from 'react'
import { graphql } from '../../../generated/index.js'
import { TimeZoneContext } from '../../format.js'
import { listOf } from '../../lists/filters.js'
import { RecordField } from '../../lists/record-field.js'
import { EditForm } from '../../parts/edit-form.js'
import { CreateActions, NewPage } from '../../parts/new-page.js'
import { useAction } from '../../parts/use-action.js'
import { useForm } from '../../parts/use-form.js'
import { linkTo, navigate, type Route } from '../../route.js'
import { SiteFields } from './site-fields.js'
import { INPUTS, NO_TEXTS, siteInputOf, textsIn } from './site-texts.js'

const CREATE_SITE = graphql(`
  mutation CreateSite($input: CreateSiteInput!) {
    createSite(input: $input) {
      site {
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
const REMOVE_SITE = graphql(`
  mutation RemoveSite($id: ID!) {
    removeSite(input: { id: $id }) {
      userErrors {
        message
      }
    }
  }
`)

/** Creates a site. The address of the page may have its client. The form proposes the time zone of the user. */
export function NewSite({ route }: { route: Route }) {
  const timeZone = useContext(TimeZoneContext)
  const clientIds = listOf(route.query.get('client'))
  const { errors, isBusy, submit } = useForm([...INPUTS, 'clientId', 'managerId'])
  const [create] = useMutation(CREATE_SITE)
  const [remove] = useMutation(REMOVE_SITE)
  const { run, write } = useAction()

  const valuesOf = (form: HTMLFormElement) => {
    const data = new FormData(form)
    return {
      ...siteInputOf(textsIn(form)),
      clientId: data.get('clientId') as string,
      managerId: (data.get('managerId') as string) || null,
    }
  }
  const save = (input: ReturnType<typeof valuesOf>) =>
    write({
      send: () => create({ variables: { input } }),
      done: `${input.name} is created.`,
      undo: ({ createSite }) =>
        run({
          send: () => remove({ variables: { id: createSite?.site?.id ?? '' } }),
          done: `${input.name} is removed.`,
          next: () => {
            navigate('/sites')
          },
        }),
      next: ({ createSite }) => {
        navigate(`/sites/${createSite?.site?.id ?? ''}`)
      },
    })
  return (
    <NewPage noun="site" list="Sites">
      <EditForm errors={errors} onSubmit={(form) => submit(valuesOf(form), save)}>
        <div className="row">
          <RecordField
            isSingle
            label="Client"
            noun="clients"
            name="clientId"
            chosen={clientIds}
            error={errors.get('clientId')}
          />
          <RecordField
            isSingle
            label="Manager"
            noun="users"
            where={{ active: true }}
            name="managerId"
            error={errors.get('managerId')}
          />
        </div>
        <SiteFields texts={{ ...NO_TEXTS, 'address.timezone': timeZone }} errors={errors} />
        <CreateActions isBusy={isBusy}>
          <a className="button" href={linkTo(clientIds[0] ? `clients/${clientIds[0]}` : 'sites')}>
            Cancel
          </a>
        </CreateActions>
      </EditForm>
    </NewPage>
  )
}
