import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { PictureField } from '../../documents/picture-field.js'
import { labelOf } from '../../format.js'
import { Facts } from '../../parts/facts.js'
import { Loading, Problem } from '../../parts/problem.js'
import { CalendarLinks } from './calendar-links.js'
import { MailSettings } from './mail-settings.js'

const PROFILE = graphql(`
  query ProfilePage {
    viewer {
      role
      user {
        id
        fullName
        email
        phoneNumber
        timezone
        profile {
          id
          position
          pictureUrl
        }
        notificationPreferences {
          mails
          digestDays
          digestHour
        }
      }
      calendarLinks {
        uuid
        siteName
        createdAt
      }
    }
  }
`)

/** The signed-in user, the picture, the mails and the links to calendars. */
export function ProfilePage() {
  const { data, error, refetch } = useQuery(PROFILE)
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { role, user, calendarLinks } = data.viewer
  return (
    <>
      <title>{`${user.fullName} · Field inspections`}</title>
      <h1>{user.fullName}</h1>
      <Facts
        facts={[
          ['Email', user.email],
          ['Role', labelOf(role)],
          ['Telephone', user.phoneNumber ?? '–'],
          ['Position', user.profile?.position ?? '–'],
          ['Time zone', user.timezone],
        ]}
      />
      <PictureField
        canChange
        canRemove={role === 'ADMIN'}
        heading="Picture"
        url={user.profile?.pictureUrl ?? null}
        action="changePicture"
        place="profile"
        title="Your picture"
        inputOf={(pictureDocumentId) => ({ pictureDocumentId })}
      />
      <MailSettings preferences={user.notificationPreferences} />
      <CalendarLinks links={calendarLinks} />
    </>
  )
}
