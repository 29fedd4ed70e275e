/** Of what is above Swagger UI, which has no style for it. */
const STYLE = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif }
nav, form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .8rem 1.2rem 0 }
nav a { color: #0b6e75 }
input, button { font: inherit; padding: .2rem .5rem }
.dark-mode nav a { color: #6cc9cf }
.dark-mode form { color: #e4e6e6; color-scheme: dark }
`

/**
 * What WCAG 2.2, level AA, requires, and Swagger UI does not do: contrast, and examples that the keyboard can read to their end, so
 * they do not scroll in themselves.
 */
const ACCESSIBLE = `
.swagger-ui .microlight { max-height: none !important; white-space: pre-wrap !important; overflow-wrap: anywhere }
.swagger-ui .info .title small { background: #5b6270 }
.swagger-ui .info .title small.version-stamp { background: #4b6a00 }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d63b8 }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1a7f4b }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #9a5b00 }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b7a66 }
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #ff9b9b !important }
html:not(.dark-mode) .swagger-ui :is(.info .link, .info .url) { color: #0b6e75 }
html:not(.dark-mode) .swagger-ui .btn.authorize span { color: #1a7f4b }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #5f5f5f }
`

/** Swagger UI has a dark style for a page with this class; it does not follow the browser's setting itself. */
const FOLLOW_COLOR_SCHEME = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
`

/** What Swagger UI cannot do itself: it has no form for a login that is not OAuth. */
const logInForm = (
  path: string,
) => `<form method="post" action="${path}" aria-label="Authorize by account">
<label>API key <input name="key" type="password" autocomplete="off" required></label>
<label>Account <input name="username" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Authorize by account</button>
<output></output>
</form>`

const LOG_IN = `const form = document.querySelector('form')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { key, username, password } = Object.fromEntries(new FormData(form))
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ username, password }),
  })
  const { accessToken, message } = await response.json()
  if (response.ok) {
    ui.preauthorizeApiKey('apiKey', key)
    ui.preauthorizeApiKey('apiToken', accessToken)
    form.elements.password.value = ''
  }
  form.querySelector('output').textContent = response.ok ? 'Authorized as ' + username : message
})
`

export interface Documentation {
  readonly title: string
  /** The path of a login that takes an API key, an account and a password as Set B's does; the page has a form for it. */
  readonly logInPath?: string
}

/** The HTML of a page with Swagger UI. */
export const pageOf = ({ title, logInPath }: Documentation) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<style>${STYLE}${ACCESSIBLE}</style>
</head>
<body>
<nav aria-label="Service">
<a href="/">Start</a>
<a href="/graphql">GraphQL</a>
<a href="/api/docs">Set A</a>
<a href="/v1/docs">Set B</a>
</nav>
${logInPath === undefined ? '' : logInForm(logInPath)}
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/show.js"></script>
</body>
</html>
`

/**
 * The script of the page: shows the OpenAPI document with this URL. With `deepLinking`, each operation has an address. Its path is a
 * text instead of a link: it is in a button, which may not contain a link. Each document has one server, which is used without a choice.
 */
export const scriptOf = ({ logInPath }: Documentation, url: string) =>
  `${FOLLOW_COLOR_SCHEME}const components = { DeepLink: ({ text }) => text, ServersContainer: () => null }
const ui = SwaggerUIBundle({ url: ${JSON.stringify(url)}, dom_id: '#page', deepLinking: true, plugins: [{ components }] })
${logInPath === undefined ? '' : LOG_IN}`
