import { v7 as newUuid } from 'uuid'

/** The sections of an input that uses every field: a question of each kind. Their ids are new, or those given. */
export function checklistSections(
  ids: readonly string[] = Array.from({ length: 8 }, () => newUuid()),
) {
  const [yesNo, choice, multi, number, text, date, photo, instruction] = ids
  const rest = {
    hint: 'Look closely.\nTwice.',
    required: true,
    weight: 2,
    critical: true,
    allowNotApplicable: true,
    requireNoteWhenFailing: true,
    requirePhotoWhenFailing: true,
    opensFinding: 'HIGH',
  }
  const choices = [
    { value: 'A', label: 'Good', fails: false, points: 2 },
    { value: 'B', label: 'Bad', fails: true, points: 0 },
  ]
  const range = { from: '1', to: '5' }
  return [
    {
      name: 'Outside',
      questions: [
        { ...rest, questionId: yesNo, kind: 'YES_NO', text: 'Does it close?' },
        { ...rest, questionId: choice, kind: 'CHOICE', text: 'How is it?', choices },
        { ...rest, questionId: multi, kind: 'MULTI_CHOICE', text: 'What is on it?', choices },
        {
          ...rest,
          questionId: number,
          kind: 'NUMBER',
          text: 'Gap?',
          unit: 'mm',
          minimum: 1.5,
          maximum: 3,
        },
      ],
    },
    {
      name: 'Inside',
      questions: [
        {
          ...{ questionId: text, kind: 'TEXT', text: 'Which remarks?' },
          showIf: {
            allOf: [
              { questionId: choice, isOneOf: ['A'] },
              { questionId: multi, isNotOneOf: ['B'] },
              { questionId: number, between: range },
              { questionId: yesNo, isAnswered: true },
            ],
          },
        },
        {
          ...{ questionId: date, kind: 'DATE', text: 'Made when?' },
          showIf: { anyOf: [{ questionId: number, between: { from: '2' } }] },
        },
        { questionId: photo, kind: 'PHOTO', text: 'A picture', minimumCount: 2 },
        { questionId: instruction, kind: 'INSTRUCTION', text: 'Close the door.' },
      ],
    },
  ]
}
