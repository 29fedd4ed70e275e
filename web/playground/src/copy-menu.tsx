import { ToolbarButton, ToolbarMenu, tryParseJSONC, useGraphiQL } from '@graphiql/react'
import { useRef, useState } from 'react'
import { type Language, languages, languagesFor, writers } from './code.js'
import { linkTo } from './link.js'
import type { Operation } from './operation.js'

/** The menu that copies the tab's request as code in a language, or as a link to the playground. */
export function CopyMenu() {
  const { queryEditor, variableEditor, operationName, schema } = useGraphiQL((state) => ({
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
    operationName: state.operationName,
    schema: state.schema ?? null,
  }))
  const [copied, setCopied] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  const texts = () => ({
    query: queryEditor?.getValue() ?? '',
    variables: (variableEditor?.getValue() ?? '').trim(),
    operationName: operationName ?? '',
  })
  const copy = async (text: string) => {
    setCopied(text)
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Without HTTPS, `navigator.clipboard` is undefined in pages of other machines.
      dialog.current?.showModal()
    }
  }
  const operation = (): Operation => {
    const { query, variables, operationName: name } = texts()
    return {
      query,
      variables: parsed(variables),
      operationName: name || undefined,
    }
  }
  const url = `${location.origin}/graphql`
  return (
    <>
      {/* Otherwise the open menu hides the rest of the page from screen readers, although its controls can have the focus. */}
      <ToolbarMenu
        modal={false}
        button={
          <ToolbarButton label="Copy as code or link">
            <CopyIcon />
          </ToolbarButton>
        }
      >
        <ToolbarMenu.Item onSelect={() => void copy(linkTo(location.origin, texts()))}>
          Copy a link
        </ToolbarMenu.Item>
        <CodeItems
          operation={operation}
          onSelect={(language) => void copy(writers[language](operation(), url, schema))}
        />
      </ToolbarMenu>
      <dialog ref={dialog} aria-label="Copy this text">
        <textarea readOnly rows={12} aria-label="The text" value={copied} />
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  )
}

interface CodeItemsProps {
  readonly operation: () => Operation
  readonly onSelect: (language: Language) => void
}

/** Rendered each time the menu opens: the languages depend on the text of the editor. */
const CodeItems = ({ operation, onSelect }: CodeItemsProps) =>
  languagesFor(operation()).map((language) => (
    <ToolbarMenu.Item
      key={language}
      onSelect={() => {
        onSelect(language)
      }}
    >
      Copy as {languages[language]}
    </ToolbarMenu.Item>
  ))

/** Undefined if the text has no variables, or is not JSON. */
function parsed(variables: string): object | undefined {
  try {
    return variables === '' ? undefined : tryParseJSONC(variables)
  } catch {
    return undefined
  }
}

const CopyIcon = () => (
  <svg
    className="graphiql-toolbar-icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    aria-hidden="true"
  >
    <path d="M8 8l-4.5 4L8 16 M16 8l4.5 4L16 16 M13.5 5l-3 14" />
  </svg>
)
