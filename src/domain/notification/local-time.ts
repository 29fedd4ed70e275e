/** Such as `Mon, 7 Jan 2030, 09:00`. */
const momentAt = (time: Date, timezone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone: timezone },
  }).format(time)

/** From and to in the time zone of a site, such as `Mon, 7 Jan 2030, 09:00 to 11:00 (Europe/London)`. */
export function timesAt(start: Date, end: Date, timezone: string): string {
  const [from, to] = [momentAt(start, timezone), momentAt(end, timezone)]
  const day = from.slice(0, -5)
  const until = to.startsWith(day) ? to.slice(day.length) : to
  return `${from} to ${until} (${timezone})`
}

export const timeAt = (time: Date, timezone: string): string =>
  `${momentAt(time, timezone)} (${timezone})`
