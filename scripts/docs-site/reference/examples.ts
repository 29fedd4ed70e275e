import {
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import { createPreparer } from '../../../src/graphql/operation/preparer.js'
import { ExampleDocuments } from './example-documents.js'

/** A document with a field, and the cost that the field adds to it. */
export interface Example {
  readonly document: string
  readonly cost: number
}

/** The examples of fields, with their costs. */
export class Examples {
  private readonly documents
  private readonly preparer

  constructor(schema: GraphQLSchema) {
    this.documents = new ExampleDocuments(schema)
    this.preparer = createPreparer(schema, { maxDepth: 1000, maxComplexity: 1e9 })
  }

  /** The example of a field of an object type, or of an interface. */
  of(parent: GraphQLNamedOutputType, field: GraphQLField<unknown, unknown>): Example {
    const document = this.documents.of(parent, field)
    const isRoot = ['Query', 'Mutation', 'Subscription'].includes(parent.name)
    const others = isRoot ? 0 : this.costOf(this.documents.without(parent)) - 1
    return { document, cost: this.costOf(document) - others }
  }

  private costOf(text: string): number {
    const document = parse(text)
    const definition = document.definitions[0] as OperationDefinitionNode
    const { request, errors } = this.preparer.prepare(
      this.preparer.operationOf(document, definition),
      {},
    )
    if (!request) throw new Error(`expected a valid document, got ${text}: ${errors.join(', ')}`)
    return request.cost.requested
  }
}
