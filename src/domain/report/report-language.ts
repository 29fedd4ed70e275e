/*
 * Reports are in English. Dates and numbers are written as English texts of the region write them: `en-US` has another order of day and
 * month than `en-GB`, and `en-DE` another decimal sign. The region is that of the time zone of the site.
 */

/** For a zone without a region, such as UTC, and for regions that are not listed. */
const DEFAULT = 'en-GB'

const REGIONS =
  'AE AT AU BE CA CH CZ DE DK ES FI FR HK HU IE IL IN IT JP KE MT MY NG NL NO NZ PH PK PL PT RO SE SG SI SK US ZA'

let languages: Map<string, string> | undefined

/** The language of the reports about a site in a time zone, as in BCP 47. */
export function languageOf(timeZone: string): string {
  languages ??= new Map(REGIONS.split(' ').flatMap(languagesOf))
  const language = languages.get(timeZone) ?? languages.get(canonical(timeZone)) ?? DEFAULT
  // A time zone is compared by its name from now on: finding its canonical name takes longer.
  languages.set(timeZone, language)
  return language
}

/** The language of each zone of a region. None if the data of this Node.js has no English texts of the region. */
function languagesOf(region: string): (readonly [zone: string, language: string])[] {
  const language = `en-${region}`
  if (new Intl.DateTimeFormat(language).resolvedOptions().locale !== language) return []
  // Node.js 20 has the property, newer versions have the method.
  const locale = new Intl.Locale(language) as Intl.Locale & Zones
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? []
  return zones.map((zone) => [canonical(zone), language])
}

interface Zones {
  readonly getTimeZones?: () => string[]
  readonly timeZones?: string[]
}

/** Node.js 20 lists a zone with one of its names, such as `Asia/Calcutta` for `Asia/Kolkata`. */
const canonical = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
