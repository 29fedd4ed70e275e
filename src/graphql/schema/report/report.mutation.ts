import { Resolver } from 'type-graphql'
import {
  certifyInspection,
  reportInspection,
  reportJob,
  reportSite,
} from '../../../domain/report/request-report.js'
import { IdInput, MutationWriter, RecordMutation } from '../common/write.decorator.js'
import { InspectionNode } from '../inspection/inspection.type.js'
import { JobNode } from '../job/job.type.js'
import { SiteNode } from '../site/site.type.js'

@Resolver()
export class ReportMutation {
  @RecordMutation(
    JobNode,
    'Requests the report of a completed job that has none, or one that has `FAILED`. A job that is completed now gets one by itself. For admins and technicians.',
  )
  reportJob(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => reportJob(domain, input))
  }

  @RecordMutation(
    InspectionNode,
    'Requests the report of an inspection that has none, or one that has `FAILED`. An inspection with answers gets one by itself. For admins and technicians.',
  )
  reportInspection(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => reportInspection(domain, input))
  }

  @RecordMutation(
    InspectionNode,
    'Requests the certificate of a passed inspection, unless it has one that has not `FAILED`. Refused if a later inspection of the asset has failed. For admins and technicians.',
  )
  certifyInspection(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => certifyInspection(domain, input))
  }

  @RecordMutation(
    SiteNode,
    'Requests a report of the present state of a site: its assets and its open findings. Earlier reports stay among its documents. For admins and technicians.',
  )
  reportSite(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => reportSite(domain, input))
  }
}
