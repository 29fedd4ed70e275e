import {
  type Catalogue,
  assetType,
  choice,
  date,
  jobType,
  number,
  required,
  text,
  zoneType,
} from './catalogue.js'
import { words } from '../words.js'

/** Residential estates. */
export const summitCatalogue: Catalogue = {
  clientKinds: words(`
    Housing Association, Estates, Residential, Homes, Lettings`),
  siteKinds: words(`
    Court, Gardens, Mews, House, Tower, Lodge, Terrace, Crescent, Quarter, Heights`),
  assetTypes: [
    assetType('Gas boiler', 'GB', 'Critical', 'P1Y', {
      fields: [
        choice('Maker', 'Northern Heat', 'Calor & Sons', 'Thermis'),
        required(text('Serial number', 'GB######', 'GB000000')),
        number('Output', '2#', { unit: 'kW', minimum: 1 }),
      ],
      checks: [
        'Is combustion within limits?',
        'Is the flue sound?',
        'Is the carbon monoxide alarm in date?',
      ],
      faults: ['Flue seal leaking.', 'Carbon monoxide alarm out of date.'],
    }),
    assetType('Smoke alarm', 'SA', 'High', 'P1Y', {
      fields: [choice('Supply', 'Mains', 'Battery'), date('Manufactured')],
      checks: ['Does the alarm sound on test?', 'Is it less than ten years old?'],
      faults: ['No sound on test.', 'Past its replacement date.'],
    }),
    assetType('Flat entrance door', 'ED', 'High', 'P1Y', {
      fields: [required(choice('Rating', 'FD30S', 'FD60S')), text('Flat', '1#')],
      checks: ['Does the door close by itself?', 'Is the letter plate fire rated?'],
      faults: ['Closer removed by the tenant.', 'Cold smoke seal missing.'],
    }),
    assetType('Playground equipment', 'PE', 'Medium', 'P3M', {
      fields: [choice('Kind', 'Swing', 'Slide', 'Climbing frame', 'Seesaw')],
      checks: ['Are chains and bolts sound?', 'Is the surface whole?'],
      faults: ['Chain worn beyond 40 %.', 'Safety surface lifting.'],
    }),
  ],
  zoneTypes: [
    zoneType('Common parts', 'Medium', [20, 160], {
      assetTypes: 'SA, ED',
      names: 'Ground Floor Lobby, Stair A, Stair B, Bin Store',
    }),
    zoneType('Boiler room', 'High', [12, 60], {
      assetTypes: 'GB, SA',
      names: 'Boiler Room, Energy Centre',
    }),
    zoneType('Grounds', 'Low', [150, 1800], {
      assetTypes: 'PE',
      names: 'Courtyard, Play Area, Green',
    }),
  ],
  jobTypes: [
    jobType('Landlord safety check', 100, {
      requiresSignature: true,
      instructions: ['Give the tenants 24 hours’ notice.'],
    }),
    jobType('Estate walk', 75, { instructions: ['Meet the caretaker at the gate.'] }),
    jobType('Handover inspection', 90, {
      active: false,
      requiresSignature: true,
      singleInspection: true,
      instructions: ['Leave the keys with the lettings office.'],
    }),
  ],
}
