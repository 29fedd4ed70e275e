import type { NewQuestion } from '../../domain/checklist/new-checklist.js'

/** A question of the demo: a text alone is a `YES_NO`. `key` is a name to which `showIf` refers. */
export type DemoQuestion =
  | string
  | (Omit<NewQuestion, 'showIf' | 'questionId'> & {
      readonly key?: string
      /** Shown if the question with this key has one of these values. */
      readonly showIf?: readonly [key: string, ...values: string[]]
    })

/** The subjects of the monthly visual inspection of portable extinguishers that NFPA 10 describes. An example, not its text. */
export const fireExtinguisher: readonly DemoQuestion[] = [
  'Is the extinguisher in its place and easy to reach?',
  'Are the operating instructions legible and facing outwards?',
  {
    key: 'agent',
    kind: 'CHOICE',
    text: 'What does the extinguisher contain?',
    weight: 0,
    required: true,
    choices: ['Foam', 'Water', 'Wet chemical', 'Dry powder', 'CO2'].map((label) => ({ label })),
  },
  {
    kind: 'NUMBER',
    text: 'What does the pressure gauge show?',
    hint: 'The green sector is 10 to 14 bar.',
    unit: 'bar',
    minimum: 10,
    maximum: 14,
    critical: true,
    weight: 3,
    opensFinding: 'High',
    showIf: ['agent', 'Foam', 'Water', 'Wet chemical', 'Dry powder'],
  },
  {
    kind: 'NUMBER',
    text: 'How much does the extinguisher weigh?',
    hint: 'CO2 has no gauge: a loss of more than a tenth of the filling fails.',
    unit: 'kg',
    minimum: 4.8,
    maximum: 6,
    critical: true,
    weight: 3,
    opensFinding: 'High',
    showIf: ['agent', 'CO2'],
  },
  {
    kind: 'YES_NO',
    text: 'Are pin and seal intact?',
    critical: true,
    requireNoteWhenFailing: true,
    opensFinding: 'High',
  },
  {
    kind: 'MULTI_CHOICE',
    text: 'Which damage is visible?',
    weight: 0,
    opensFinding: 'Medium',
    choices: ['Corrosion', 'Dents', 'Leakage', 'Clogged nozzle'].map((label) => ({
      label,
      fails: true,
    })),
  },
  { kind: 'DATE', text: 'When was the last service, by its label?', allowNotApplicable: true },
  { kind: 'PHOTO', text: 'A photograph of the extinguisher in its place', minimumCount: 1 },
  { kind: 'INSTRUCTION', text: 'Sign the label of the extinguisher and date it.' },
]

/** The subjects of the monthly function test and the yearly duration test in EN 50172. An example, not its text. */
export const emergencyLight: readonly DemoQuestion[] = [
  {
    key: 'test',
    kind: 'CHOICE',
    text: 'Which test is this?',
    required: true,
    weight: 0,
    choices: [{ label: 'Monthly function test' }, { label: 'Yearly duration test' }],
  },
  {
    kind: 'YES_NO',
    text: 'Does the lamp light on test?',
    critical: true,
    weight: 3,
    opensFinding: 'High',
  },
  {
    kind: 'NUMBER',
    text: 'How long did the lamp burn?',
    unit: 'min',
    minimum: 180,
    weight: 3,
    opensFinding: 'High',
    showIf: ['test', 'Yearly duration test'],
  },
  'Does the charging indicator light afterwards?',
  { kind: 'YES_NO', text: 'Is the diffuser clean and whole?', allowNotApplicable: true },
]
