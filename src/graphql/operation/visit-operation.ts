import {
  type ASTVisitor,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/** Visits one operation of a document, and the fragments that it uses; the visitor is told the types. */
export function visitOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  { name }: OperationDefinitionNode,
  visitorOf: (types: TypeInfo) => ASTVisitor,
): void {
  const types = new TypeInfo(schema)
  const alone = separateOperations(document)[name?.value ?? ''] ?? document
  visit(alone, visitWithTypeInfo(types, visitorOf(types)))
}
