/**
 * Words that this project does not use in comments, descriptions, messages and documentation.
 *
 * @typedef {object} Word
 * @property {string} words What a text must not contain: a regular expression; a blank stands for any white space.
 * @property {string} instead What to write.
 * @property {string} why The reason.
 */

const ARCHAIC = 'the word is archaic'
const PROGRAM = 'a program is not a person'
const PRIVATE = 'only this project uses the word so'
const AMBIGUOUS = 'it has two meanings'
const EVERYDAY = 'a technical word says what happens'

/** After these, `who` is about people. */
const PEOPLE =
  'users?|person|people|technicians?|admins?|administrators?|managers?|inspectors?|developers?|engineers?|readers?|' +
  'maintainers?|someone|anyone|everyone|those|members?|owners?|authors?|strangers?|customers?'

/** @type {readonly Word[]} */
export const words = [
  {
    words: `(?<!\\b(?:${PEOPLE}),? )who`,
    instead: '"that", "which" or the name of the program',
    why: PROGRAM,
  },
  { words: 'whom|whoever|whomever', instead: '"any client that", "which"', why: PROGRAM },
  { words: 'he|his|him|she|hers|himself', instead: '"it", "its" or the noun', why: PROGRAM },
  {
    words: "nobody(?:[’']s)?|somebody|everybody|anybody",
    instead: '"no client", "a user", "unowned"',
    why: PROGRAM,
  },
  { words: 'anew', instead: '"again"', why: ARCHAIC },
  { words: 'upon', instead: '"on"', why: ARCHAIC },
  {
    words:
      'whereby|whereof|wherein|thereof|therein|thereby|herein|hereby|whence|hence|thus|lest|amid|amongst|whilst|till|' +
      'shall|ought|forth|albeit|notwithstanding|nay',
    instead: 'a modern word',
    why: ARCHAIC,
  },
  {
    words: 'of which',
    instead: 'two sentences, or "whose"',
    why: 'a relative clause behind a preposition is read twice',
  },
  {
    words: 'told|tells?|telling',
    instead: '"configured", "notified", "returns", "shows"',
    why: EVERYDAY,
  },
  {
    words: '(?<!\\bthere )(?:is|are|was|were) no(?! (?:longer|more|less|other)\\b)',
    instead: '"is not a"',
    why: 'the negation comes late',
  },
  {
    words: 'so that (?:none|no|nothing|nobody)',
    instead: '"to prevent"',
    why: 'the negation comes late',
  },
  {
    words: 'or else|would else|who else|else (?:it|they|is|are|would)',
    instead: '"otherwise"',
    why: ARCHAIC,
  },
  {
    words: '(?:the|an?) [\\w-]+ to be(?=[.,;:)])',
    instead: '"the asset to create"',
    why: 'the verb is missing',
  },
  { words: 'asked (?:for|of)', instead: '"requested", "selected"', why: EVERYDAY },
  { words: 'faces?', instead: '"interface"', why: PRIVATE },
  { words: 'walls?', instead: '"import rule", "tenant isolation"', why: PRIVATE },
  {
    words: 'stand-ins?|stands? in for',
    instead: '"default value", "dummy", "replaces"',
    why: PRIVATE,
  },
  {
    words:
      '(?:null|absent|empty|undefined|none|nothing|unset|only|also|even|except|unless) where|where (?:there (?:is|are|was|were)|given|none|nothing|one (?:is|was))',
    instead: '"if"',
    why: '"where" is for places',
  },
  { words: 'that there (?:is|are)', instead: '"existing"', why: 'the noun is left out' },
  {
    words: '(?:says?|said|speaks?|complains?) of',
    instead: '"describes", "reports"',
    why: EVERYDAY,
  },
  {
    words: 'knows? (?:no|nothing|of)',
    instead: '"does not import", "does not depend on"',
    why: PROGRAM,
  },
  { words: 'wants? (?:an?|the|no|its) ', instead: '"needs"', why: ARCHAIC },
  { words: 'one and the same', instead: '"the same"', why: ARCHAIC },
  { words: '(?<!\\bnothing )but for', instead: '"except"', why: ARCHAIC },
  { words: 'at once', instead: '"immediately" or "at the same time"', why: AMBIGUOUS },
  { words: 'in any case', instead: '"case-insensitive" or "always"', why: AMBIGUOUS },
]

/** Further words that descriptions of the GraphQL schema do not use. */
/** @type {readonly Word[]} */
export const schemaWords = [
  {
    words: 'set [ab]',
    instead: 'the meaning of the value',
    why: 'a reader of the schema has never heard of the REST sets',
  },
]
