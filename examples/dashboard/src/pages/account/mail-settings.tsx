import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import type { MailKind, Weekday } from '../../../generated/graphql.js'
import { graphql } from '../../../generated/index.js'
import { labelOf } from '../../format.js'
import { Check } from '../../parts/check.js'
import { Field } from '../../parts/field.js'
import { useAction } from '../../parts/use-action.js'
import { useRestore } from '../../parts/use-restore.js'

const UPDATE_PREFERENCES = graphql(`
  mutation UpdatePreferences($input: UpdateNotificationPreferencesInput!) {
    updateNotificationPreferences(input: $input) {
      user {
        id
        notificationPreferences {
          mails
          digestDays
          digestHour
        }
      }
      userErrors {
        field
        message
      }
    }
  }
`)

const KINDS: Readonly<Record<MailKind, string>> = {
  JOB_ASSIGNED: 'A job becomes mine, or is no longer mine',
  JOB_MOVED: 'A job of mine has other times',
  JOB_CANCELLED: 'A job of mine is cancelled',
  JOB_LATE: 'A job is late',
  SITE_FAILING: 'A site begins to fail',
  FINDING_OVERDUE: 'A finding is overdue',
  WEBHOOK_DISABLED: 'A webhook is disabled (for admins)',
  API_KEY_EXPIRING: 'An API key expires soon (for admins)',
}

const DAYS: readonly Weekday[] = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
]

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

interface Preferences {
  readonly mails: MailKind[]
  readonly digestDays: Weekday[]
  readonly digestHour: number
}

interface Props {
  readonly preferences: Preferences
  readonly restore: ReturnType<typeof useRestore>['restore']
}

/** Which mails the user gets. Each change is saved immediately. */
export function MailSettings({ preferences }: Pick<Props, 'preferences'>) {
  const { formKey, restore } = useRestore('notificationPreferences')
  return <Settings key={formKey} preferences={preferences} restore={restore} />
}

function Settings({ preferences, restore }: Props) {
  const [update] = useMutation(UPDATE_PREFERENCES)
  const { run } = useAction()
  const [chosen, setChosen] = useState(preferences)
  const change = async (changed: Partial<Preferences>) => {
    const names = Object.keys(changed) as (keyof Preferences)[]
    const before = Object.fromEntries(names.map((name) => [name, chosen[name]]))
    setChosen({ ...chosen, ...changed })
    const send = (input: Partial<Preferences>) => () => update({ variables: { input } })
    const isSaved = await run({
      send: send(changed),
      done: 'Your mails are saved.',
      undo: () => restore(send(before)),
    })
    if (!isSaved) setChosen(chosen)
  }
  const { mails, digestDays, digestHour } = chosen
  return (
    <section className="panel form" aria-labelledby="mails">
      <h2 id="mails">Mails</h2>
      <fieldset className="values-filter">
        <legend>Send me a mail when</legend>
        {Object.entries(KINDS).map(([kind, label]) => (
          <Check
            key={kind}
            label={label}
            checked={mails.includes(kind as MailKind)}
            onChange={() => void change({ mails: toggled(mails, kind as MailKind) })}
          />
        ))}
      </fieldset>
      <fieldset className="values-filter">
        <legend>Send me a digest of what is due on</legend>
        {DAYS.map((day) => (
          <Check
            key={day}
            label={labelOf(day)}
            checked={digestDays.includes(day)}
            onChange={() => void change({ digestDays: toggled(digestDays, day) })}
          />
        ))}
      </fieldset>
      <Field
        label="At (in your time zone)"
        name="digestHour"
        value={String(digestHour)}
        error={undefined}
        onChange={(hour) => void change({ digestHour: Number(hour) })}
      >
        {HOURS.map((hour) => (
          <option key={hour} value={hour}>{`${String(hour).padStart(2, '0')}:00`}</option>
        ))}
      </Field>
    </section>
  )
}

const toggled = <Value,>(values: readonly Value[], value: Value) =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
