/**
 * A quoted part or a comment, which may contain a semicolon that ends no statement; a semicolon; or the text between them. A
 * dollar-quoted part ends with the tag with which it began.
 */
const PART =
  /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^;'"$/-]+|[$/-]/g

/**
 * The statements of an SQL script. Citus sends some commands to the workers with the whole text in which they came, and the
 * workers accept one statement there.
 */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [part] of script.matchAll(PART)) {
    if (part !== ';') {
      if (!part.startsWith('--')) statement += part
      continue
    }
    statements.push(statement.trim())
    statement = ''
  }
  if (statement.trim() !== '') statements.push(statement.trim())
  return statements
}
