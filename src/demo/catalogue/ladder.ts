import { assetType, choice, number, required, text } from './catalogue.js'
import type { DemoQuestion } from './questions.js'

/** The check of a portable ladder before use (EN 131 and ANSI A14: stiles, rungs, feet, locks, labels, load rating). */
const ladderCheck: readonly DemoQuestion[] = [
  {
    key: 'kind',
    kind: 'CHOICE',
    text: 'Which kind of ladder is it?',
    required: true,
    weight: 0,
    choices: ['Leaning', 'Extension', 'Stepladder'].map((label) => ({ label })),
  },
  {
    kind: 'YES_NO',
    text: 'Are the stiles straight, without cracks and dents?',
    critical: true,
    weight: 3,
    requireNoteWhenFailing: true,
    opensFinding: 'High',
  },
  {
    kind: 'YES_NO',
    text: 'Are all rungs or steps there, firm, clean and dry?',
    critical: true,
    weight: 3,
    requireNoteWhenFailing: true,
    opensFinding: 'High',
  },
  {
    kind: 'NUMBER',
    text: 'How thick are the feet where they are most worn?',
    hint: 'Below 3 mm, replace them.',
    unit: 'mm',
    minimum: 3,
    maximum: 12,
    weight: 2,
    opensFinding: 'Medium',
  },
  {
    kind: 'YES_NO',
    text: 'Do the locking bars or hinges hold?',
    critical: true,
    weight: 2,
    opensFinding: 'High',
    showIf: ['kind', 'Stepladder'],
  },
  {
    kind: 'YES_NO',
    text: 'Do the rung hooks lock, and are rope and pulley sound?',
    critical: true,
    weight: 2,
    opensFinding: 'High',
    showIf: ['kind', 'Extension'],
  },
  {
    kind: 'YES_NO',
    text: 'Are the labels with instructions and load rating legible?',
    opensFinding: 'Low',
  },
  {
    kind: 'CHOICE',
    text: 'Which use is it rated for?',
    weight: 0,
    allowNotApplicable: true,
    choices: [{ label: 'Professional, 150 kg' }, { label: 'Non-professional, 150 kg' }],
  },
  {
    kind: 'MULTI_CHOICE',
    text: 'What contaminates it?',
    hint: 'Nothing: choose nothing.',
    weight: 0,
    choices: ['Oil', 'Paint', 'Mud'].map((label) => ({ label, fails: true })),
  },
  { kind: 'INSTRUCTION', text: 'Tag a ladder that fails “Do not use”, and take it away.' },
]

export const ladder = assetType('Ladder', 'LA', 'Medium', 'P1M', {
  fields: [
    required(choice('Kind', 'Leaning ladder', 'Extension ladder', 'Stepladder', 'Podium steps')),
    number('Load rating', '1#0', { unit: 'kg', minimum: 90, maximum: 250 }),
    text('Serial number', 'LA-#####', 'LA-00000'),
  ],
  checks: ladderCheck,
  faults: ['Found before use; tagged “Do not use”.', 'Taken out of use until it is repaired.'],
})
