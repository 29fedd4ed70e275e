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

/** Visits one operation of a document and the fragments that it uses. The visitor can ask for the types. */
export function visitOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  { name }: OperationDefinitionNode,
  visitorOf: (types: TypeInfo) => ASTVisitor,
): void {
  const types = new TypeInfo(schema)
  const operation = separateOperations(document)[name?.value ?? ''] ?? document
  visit(operation, visitWithTypeInfo(types, visitorOf(types)))
}
