import { emergencyLight, fireExtinguisher } from './questions.js'
import { assetType, choice, date, number, required, text, yesOrNo } from './catalogue.js'

/** The asset types of commercial buildings. */
export const harbourAssetTypes = [
  assetType('Fire extinguisher', 'FE', 'High', 'P1M', {
    fields: [
      required(choice('Agent', 'Foam', 'CO2', 'Dry powder', 'Water', 'Wet chemical')),
      choice('Capacity', '6 litres', '2 kg', '5 kg', '9 litres'),
      text('Serial number', 'EX-######', 'EX-000000'),
      date('Manufactured'),
    ],
    checks: fireExtinguisher,
    faults: ['Pressure gauge in the red.', 'Seal broken and pin missing.', 'Hose perished.'],
  }),
  assetType('Emergency light', 'EL', 'Medium', 'P1M', {
    fields: [yesOrNo('Maintained'), text('Circuit', 'EL-##')],
    checks: emergencyLight,
    faults: ['Battery lasted 40 minutes.', 'Lamp does not light.'],
  }),
  assetType('Fire door', 'FD', 'High', 'P6M', {
    fields: [required(choice('Rating', 'FD30', 'FD60', 'FD120')), text('Door set', 'DS-####')],
    checks: ['Does the door close from any angle?', 'Are the seals whole?', 'Is the gap 3 mm?'],
    faults: ['Closer fails to latch the door.', 'Intumescent strip missing.', 'Gap of 6 mm.'],
  }),
  assetType('Fire alarm panel', 'AP', 'Critical', 'P3M', {
    fields: [
      required(text('Serial number', 'AP#######', 'AP0000000')),
      choice('Protocol', 'Addressable', 'Conventional'),
      number('Loops', '#', { minimum: 0, maximum: 16 }),
    ],
    checks: ['Is the panel free of faults?', 'Is the log book up to date?', 'Do sounders work?'],
    faults: ['Earth fault on loop 2.', 'Standby battery below 24 V.'],
  }),
  assetType('Sprinkler valve', 'SV', 'Critical', 'P1Y', {
    fields: [
      choice('Size', 'DN100', 'DN150', 'DN200'),
      number('Static pressure', '#.#', { unit: 'bar', minimum: 0, maximum: 16 }),
    ],
    checks: ['Is the valve locked open?', 'Does the alarm gong sound?'],
    faults: ['Valve weeps at the flange.', 'Gong seized.'],
  }),
  assetType('Distribution board', 'DB', 'High', 'P5Y', {
    fields: [
      required(text('Board reference', 'DB/##/#', 'DB/00/0')),
      number('Ways', '1#', { minimum: 1 }),
      choice('Supply', 'Three phase', 'Single phase'),
    ],
    checks: ['Are circuits labelled?', 'Is the RCD within 40 ms?', 'Is there any heat damage?'],
    faults: ['RCD did not trip.', 'Signs of overheating at way 4.', 'Blank missing.'],
  }),
  assetType('Passenger lift', 'PL', 'Critical', 'P6M', {
    schedule: 'fixed',
    fields: [
      required(text('Lift number', 'L####', 'L0000')),
      choice('Drive', 'Traction', 'Hydraulic'),
      number('Rated load', '6#0', { unit: 'kg', minimum: 1 }),
    ],
    checks: ['Does the car level within 10 mm?', 'Does the alarm reach a person?'],
    faults: ['Car stops 25 mm below the floor.', 'Alarm line dead.'],
  }),
  assetType('Safety sign', 'SS', 'Low', null, {
    fields: [choice('Sign', 'Fire exit', 'Assembly point', 'No smoking', 'First aid')],
    checks: ['Is the sign legible and in sight?'],
    faults: ['Sign faded.', 'Sign hidden behind racking.'],
  }),
]
