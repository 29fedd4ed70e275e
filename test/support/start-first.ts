import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * A sequencer of vitest that starts the test files with such paths first: those that take long, because otherwise one worker runs the
 * last of them while the others have nothing to do. vitest knows how long a file takes only from an earlier run in the same checkout.
 */
export const startFirst = (paths: RegExp) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files)
      const isFirst = ({ moduleId }: TestSpecification) => paths.test(moduleId)
      return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
    }
  }
