/** A Markdown document of requests and responses, in which placeholders replace secrets. */
export class Transcript {
  private readonly sections: string[] = []
  private readonly secrets = new Map<string, string>()

  /** Replaces a secret by a placeholder in all sections that follow. */
  hide(secret: string, placeholder: string): void {
    this.secrets.set(secret, placeholder)
  }

  get markdown(): string {
    return `${this.sections.join('\n\n')}\n`
  }

  protected add(title: string, ...blocks: readonly string[]): void {
    let section = [`### ${title}`, ...blocks].join('\n\n')
    for (const [secret, placeholder] of this.secrets) {
      section = section.replaceAll(secret, placeholder)
    }
    this.sections.push(section)
  }

  /** Hides the tokens of a response. */
  protected hideTokens(response: unknown): void {
    const { accessToken, access_token, refresh_token } = response as Record<string, unknown>
    const token = accessToken ?? access_token
    if (typeof token === 'string') this.hide(token, '<ACCESS_TOKEN>')
    if (typeof refresh_token === 'string') this.hide(refresh_token, '<REFRESH_TOKEN>')
  }
}

export const pretty = (value: unknown) => JSON.stringify(value, null, 2)

export const codeBlock = (language: string, lines: readonly string[]) =>
  [`\`\`\`${language}`, ...lines, '```'].join('\n')
