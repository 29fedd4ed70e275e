import { useState } from 'react'
import type { Answers } from '../answers.js'
import { QuestionList } from '../question-list.js'
import type { Section } from '../questions.js'
import { valueOf } from './draft.js'

/** The questions as an inspector is asked them, with conditions. Nothing is recorded. */
export function Preview({ sections }: { sections: readonly Section[] }) {
  const [answers, setAnswers] = useState<Answers>(new Map())
  return (
    <section className="panel preview" aria-labelledby="preview">
      <div className="heading">
        <h2 id="preview">As the inspector is asked</h2>
        <button
          type="button"
          onClick={() => {
            setAnswers(new Map())
          }}
        >
          Clear
        </button>
      </div>
      <p className="muted">Nothing that you answer here is recorded.</p>
      <div className="form checklist">
        <QuestionList sections={sections.map(withValues)} answers={answers} onChange={setAnswers} />
      </div>
    </section>
  )
}

/** The section with the values that its new choices will have. A choice without a text is left out, and so is a second one with it. */
const withValues = (section: Section): Section => ({
  ...section,
  questions: section.questions.map((question) => ({
    ...question,
    choices: question.choices
      .map((choice) => ({ ...choice, value: valueOf(choice) }))
      .filter(
        ({ value }, index, all) => value && all.findIndex((each) => each.value === value) === index,
      ),
  })),
})
