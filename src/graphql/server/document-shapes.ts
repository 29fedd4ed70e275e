import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  parse,
  parseConstValue,
  parseType,
  TypeInfo,
  validate,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Variables } from '../operation/variables.js'
import { literalValue } from './literal-value.js'
import type { NormalisedDocument } from './normalised-document.js'

/** The maximum length of all shapes together. In memory, a prepared document takes about 200 bytes per character. */
const MAX_CHARACTERS = 250_000

/** The document of a shape, which declares a variable for each literal, and the values of these variables. */
export interface ShapedDocument {
  readonly document: DocumentNode
  readonly literals: Variables
}

export type DocumentShapes = ReturnType<typeof createDocumentShapes>

/**
 * Creates an LRU cache of shapes. Two queries have the same shape if they differ only in comments, white space and the
 * literals in the arguments of fields.
 */
export function createDocumentShapes(schema: GraphQLSchema) {
  const shapes = new LRUCache<string, Shape>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, text) => text.length || 1,
  })
  return {
    /** Adds the shape of a document that has been validated. */
    add: ({ text }: NormalisedDocument): void => {
      if (!shapes.has(text)) shapes.set(text, new Shape(schema, text))
    },
    /** Undefined if the shape is unknown, or if a literal is not allowed where it is. */
    find: ({ text, literals }: NormalisedDocument): ShapedDocument | undefined => {
      const compiled = shapes.get(text)?.compiled
      if (!compiled) return undefined
      const values: [string, unknown][] = []
      for (const literal of literals) {
        const value = valueOf(literal.text, compiled.types.get(literal.variable))
        if (value === undefined) return undefined
        values.push([literal.variable, value])
      }
      return { document: compiled.document, literals: Object.fromEntries(values) }
    },
  }
}

function valueOf(text: string, type: GraphQLInputType | undefined): unknown {
  try {
    return type && literalValue(parseConstValue(text), type)
  } catch (error) {
    if (error instanceof GraphQLError) return undefined
    throw error
  }
}

interface CompiledShape {
  readonly document: DocumentNode
  /** The types of the variables that replace literals. */
  readonly types: ReadonlyMap<string, GraphQLInputType>
}

class Shape {
  private result: CompiledShape | null | undefined

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly text: string,
  ) {}

  /** Compiled when a second document has the shape, because most documents are sent as they are. Null: not usable. */
  get compiled(): CompiledShape | null {
    return (this.result ??= compile(this.schema, this.text))
  }
}

/** Declares the variables that replace literals. Null unless the document has one operation, a query, and is valid. */
function compile(schema: GraphQLSchema, text: string): CompiledShape | null {
  const document = parse(text, { noLocation: true })
  const operation = getOperationAST(document)
  if (operation?.operation !== OperationTypeNode.QUERY) return null
  const declared = new Set(
    operation.variableDefinitions?.map(({ variable }) => variable.name.value),
  )
  const types = literalTypes(schema, document, declared)
  const variableDefinitions = [...types].map(([name, type]): VariableDefinitionNode => ({
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    type: parseType(String(type), { noLocation: true }),
  }))
  const complete = visit(document, {
    OperationDefinition: (node) => ({
      ...node,
      variableDefinitions: [...(node.variableDefinitions ?? []), ...variableDefinitions],
    }),
  })
  return validate(schema, complete).length === 0 ? { document: complete, types } : null
}

/** The types of the variables that the document does not declare. */
function literalTypes(
  schema: GraphQLSchema,
  document: DocumentNode,
  declared: ReadonlySet<string>,
): Map<string, GraphQLInputType> {
  const found = new Map<string, GraphQLInputType>()
  const types = new TypeInfo(schema)
  const visitor = visitWithTypeInfo(types, {
    Variable({ name }) {
      const type = types.getInputType()
      if (type && !declared.has(name.value)) found.set(name.value, type)
    },
  })
  visit(document, visitor)
  return found
}
