import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/** A field of a document, with its definition and its parent type. */
export interface TypedField {
  readonly node: FieldNode
  readonly field: GraphQLField<unknown, unknown>
  readonly parent: GraphQLCompositeType
}

/** The fields of a validated document, also those that `@skip` or `@include` excludes. */
export function typedFieldsIn(schema: GraphQLSchema, document: DocumentNode): TypedField[] {
  const found: TypedField[] = []
  const types = new TypeInfo(schema)
  const visitor = visitWithTypeInfo(types, {
    Field(node) {
      const [field, parent] = [types.getFieldDef(), types.getParentType()]
      if (field && parent) found.push({ node, field, parent })
    },
  })
  visit(document, visitor)
  return found
}
