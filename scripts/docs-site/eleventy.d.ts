/** The part of Eleventy that the site uses; the package has no types. */
declare module '@11ty/eleventy' {
  interface Token {
    readonly content: string
    readonly tag: string
    readonly children: readonly Token[] | null
    attrGet(name: string): string | null
    attrs: [name: string, value: string][] | null
    attrSet(name: string, value: string): void
  }

  type Rule = (
    tokens: Token[],
    index: number,
    options: object,
    env: object,
    self: Renderer,
  ) => string

  interface Renderer {
    readonly rules: Record<string, Rule | undefined>
    renderToken(tokens: Token[], index: number, options: object): string
  }

  /** The part of markdown-it that the site uses. */
  export interface MarkdownIt {
    set(options: { html: boolean }): void
    readonly renderer: Renderer
    readonly core: {
      readonly ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): void }
    }
  }

  export interface Configuration {
    amendLibrary(engine: 'md', amend: (library: MarkdownIt) => void): void
    addGlobalData(name: string, value: unknown): void
    addPlugin(plugin: (configuration: Configuration) => void): void
    addTemplate(path: string, content: string, data: object): void
    setTemplateFormats(formats: readonly string[]): void
  }

  /** Adds the filter `renderContent`, which renders Markdown in another template. */
  export const RenderPlugin: (configuration: Configuration) => void

  interface Options {
    readonly quietMode: boolean
    readonly configPath: false | string
    /** Returns Eleventy's settings. */
    readonly config: (configuration: Configuration) => object | undefined
  }

  export default class Eleventy {
    constructor(input: string, output: string, options: Options)
    write(): Promise<unknown>
  }
}
