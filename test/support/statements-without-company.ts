/** The statements of the service that concern no single company, each with the reason. */
export const withoutCompany: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern: /^select s\.id as "sessionId", .* from access_token t .* where t\.hash = \$1 and/,
    reason: 'finds the company of an access token, in the same round trip as the session',
  },
  {
    pattern: /^select id from company where lower\(name\) = lower\(\$1\) limit 1$/,
    reason: 'a command of the operator, which creates a company with a new name',
  },
  {
    pattern: /^INSERT INTO "public"\."company" /,
    reason: 'a command of the operator, which creates a company',
  },
  {
    pattern:
      /^SELECT COUNT\(\*\) AS "_count\$_all" FROM \(SELECT "public"\."company"\."id" FROM "public"\."company" WHERE 1=1 /,
    reason: 'the first start, which creates a company if there is none',
  },
  {
    pattern:
      /^UPDATE "public"\."session" SET "revoked_at" = \$1 WHERE \("public"\."session"\."oauth_client_id" = \$2 /,
    reason: 'a command of the operator, which revokes an OAuth client of all companies',
  },
]
