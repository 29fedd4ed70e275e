import { Resolver } from 'type-graphql'
import { acceptFinding } from '../../../domain/finding/accept-finding.js'
import { createFinding } from '../../../domain/finding/create-finding.js'
import { createJobFromFindings } from '../../../domain/finding/create-job-from-findings.js'
import { reopenFinding } from '../../../domain/finding/reopen-finding.js'
import { resolveFinding } from '../../../domain/finding/resolve-finding.js'
import { updateFinding } from '../../../domain/finding/update-finding.js'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { JobNode } from '../job/job.type.js'
import {
  AcceptFindingInput,
  CreateFindingInput,
  CreateJobFromFindingsInput,
  ResolveFindingInput,
  UpdateFindingInput,
} from './finding.input.js'
import { FindingNode } from './finding.type.js'

@Resolver()
export class FindingMutation {
  @RecordMutation(FindingNode, 'Opens a finding about an asset. For admins and technicians.')
  createFinding(
    @Input(CreateFindingInput, { documents: true }) input: CreateFindingInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.recordWithDocuments('Finding', (domain) => createFinding(domain, input))
  }

  @RecordMutation(FindingNode, 'Updates an open finding. For admins and technicians.')
  updateFinding(
    @Input(UpdateFindingInput, { documents: true }) input: UpdateFindingInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.updateWithDocuments('Finding', input, updateFinding)
  }

  @RecordMutation(
    FindingNode,
    'Resolves an open finding: its cause is gone. For admins and technicians.',
  )
  resolveFinding(
    @Input(ResolveFindingInput) input: ResolveFindingInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => resolveFinding(domain, input))
  }

  @RecordMutation(
    FindingNode,
    'Accepts an open finding: its cause stays, because the company lives with the risk. For admins.',
  )
  acceptFinding(
    @Input(AcceptFindingInput) input: AcceptFindingInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => acceptFinding(domain, input))
  }

  @RecordMutation(
    FindingNode,
    'Opens a resolved or accepted finding again, with the same due date. For admins; technicians cannot reopen an accepted finding.',
  )
  reopenFinding(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => reopenFinding(domain, input))
  }

  @RecordMutation(
    JobNode,
    'Creates a job to resolve open findings. Its site and zones are those of their assets. For admins.',
    'job',
  )
  createJobFromFindings(
    @Input(CreateJobFromFindingsInput, { noun: 'job and its findings' })
    input: CreateJobFromFindingsInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => createJobFromFindings(domain, input))
  }

  @RemoveMutation(FindingNode)
  removeFinding(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'Finding', input))
  }

  @RestoreMutation(FindingNode, 'Rejected if it is open and its asset is removed.')
  restoreFinding(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'Finding', input))
  }
}
