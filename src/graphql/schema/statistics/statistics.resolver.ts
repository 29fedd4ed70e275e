import { type ClassType, Resolver, Root } from 'type-graphql'
import { AssetStatistics } from '../asset/asset.statistics.js'
import { ClientNode } from '../client/client.type.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { StatisticsField, StatisticsQuery } from '../common/statistics.type.js'
import { CompanyNode } from '../company/company.type.js'
import { FindingStatistics } from '../finding/finding.statistics.js'
import { InspectionStatistics } from '../inspection/inspection.statistics.js'
import { JobStatistics } from '../job/job.statistics.js'
import { SiteNode } from '../site/site.type.js'
import { UserNode } from '../user/user.type.js'

@Resolver()
class StatisticsResolver {
  @StatisticsQuery(AssetStatistics, 'Figures about the assets of the company.')
  assetStatistics(@FieldReader() read: FieldReader) {
    return read.statistics()
  }

  @StatisticsQuery(JobStatistics, 'Figures about the jobs of the company.')
  jobStatistics(@FieldReader() read: FieldReader) {
    return read.statistics()
  }

  @StatisticsQuery(InspectionStatistics, 'Figures about the inspections of the company.')
  inspectionStatistics(@FieldReader() read: FieldReader) {
    return read.statistics()
  }

  @StatisticsQuery(FindingStatistics, 'Figures about the findings of the company.')
  findingStatistics(@FieldReader() read: FieldReader) {
    return read.statistics()
  }
}

/**
 * Adds the statistics fields to a node type. `texts` completes their descriptions: it names the records that they
 * cover.
 */
function statisticsFields(
  node: ClassType,
  texts: { readonly assets: string; readonly jobs: string; readonly inspections: string },
) {
  @Resolver(() => node)
  class NodeStatisticsResolver {
    @StatisticsField(AssetStatistics, `Figures about ${texts.assets}.`)
    assetStatistics(@Root() record: object, @FieldReader() read: FieldReader) {
      return read.childStatistics(record)
    }

    @StatisticsField(JobStatistics, `Figures about ${texts.jobs}.`)
    jobStatistics(@Root() record: object, @FieldReader() read: FieldReader) {
      return read.childStatistics(record)
    }

    @StatisticsField(InspectionStatistics, `Figures about ${texts.inspections}.`)
    inspectionStatistics(@Root() record: object, @FieldReader() read: FieldReader) {
      return read.childStatistics(record)
    }
  }
  return NodeStatisticsResolver
}

/** Adds the statistics about findings to a node type. `whose` names the findings that they cover. */
function findingStatisticsField(node: ClassType, whose: string) {
  @Resolver(() => node)
  class NodeFindingStatisticsResolver {
    @StatisticsField(FindingStatistics, `Figures about ${whose}.`)
    findingStatistics(@Root() record: object, @FieldReader() read: FieldReader) {
      return read.childStatistics(record)
    }
  }
  return NodeFindingStatisticsResolver
}

export const statisticsResolvers = [
  StatisticsResolver,
  findingStatisticsField(CompanyNode, 'all findings of the company'),
  findingStatisticsField(ClientNode, 'the findings about assets at the sites of the client'),
  findingStatisticsField(SiteNode, 'the findings about assets of the site'),
  statisticsFields(CompanyNode, {
    assets: 'all assets of the company',
    jobs: 'all jobs of the company',
    inspections: 'all inspections of the company',
  }),
  statisticsFields(ClientNode, {
    assets: 'the assets at the sites of the client',
    jobs: 'the jobs at the sites of the client',
    inspections: 'the inspections of the assets at the sites of the client',
  }),
  statisticsFields(SiteNode, {
    assets: 'the assets of the site',
    jobs: 'the jobs at the site',
    inspections: 'the inspections of the assets of the site',
  }),
  statisticsFields(UserNode, {
    assets: 'the assets at the sites that the user manages',
    jobs: 'the jobs whose technician is the user',
    inspections: 'the inspections by the user',
  }),
] as const
