interface Exception {
  /** Of the text, with single spaces. Absent: every statement of the file. */
  readonly pattern?: RegExp
  /** A part of the path of the test file. Absent: every file. */
  readonly file?: string
  readonly reason: string
}

/** The statements that concern no single company, each with the reason. */
export const withoutCompany: readonly Exception[] = [
  {
    pattern:
      /^with token as materialized \( select company_id, session_id from access_token where hash = \$1 and expires_at > now\(\) \)/,
    reason:
      'finds the company of an access token of release 1.1, in the same round trip as the session',
  },
  {
    pattern:
      /^with used as materialized \( select json_build_object\(.*\) as value, acts_as_id, company_id from api_key where hash = \$1 and .* and acts_as_id is not null \)/,
    reason:
      'finds the company of an API key of release 1.1 that is used alone, in the same round trip as its user',
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
      /^SELECT "public"\."company"\."id" FROM "public"\."company" WHERE \(?"public"\."company"\."deleted_at" IS NULL /,
    reason: 'a command of the operator, which finds a company by its id or name',
  },
  {
    pattern:
      /^SELECT "public"\."company"\."id", .* AS "_aggr_count_users" FROM "public"\."company" /,
    reason: 'a command of the operator, which lists all companies with the number of their users',
  },
  {
    pattern: /^select id from company order by id$/,
    reason: 'a command of the operator, which visits the documents of all companies',
  },
  {
    pattern:
      /^UPDATE "public"\."session" SET "revoked_at" = \$1 WHERE \("public"\."session"\."oauth_client_id" = \$2 /,
    reason: 'a command of the operator, which revokes an OAuth client of all companies',
  },
  {
    pattern: /^select c\.company_id as "companyId", exists \(select 1 from audit_deletion /,
    reason:
      'reads the log for all streams; under row-level security, and on a distributed database, there is one statement for each company instead',
  },
  {
    pattern: /^insert into company \(.*\) select .* from jsonb_populate_recordset\(/,
    reason: 'the demo data, which has several companies',
  },
  {
    file: 'test/db/row-level-security.test.ts',
    reason:
      'the test sends statements without a condition on the company, which row-level security limits',
  },
  {
    file: 'test/db/server.test.ts',
    reason: 'the test sends statements of its own over a database that it opens',
  },
  {
    file: 'test/deploy/pgbouncer.test.ts',
    reason: 'the test sends statements that only row-level security or a rollback limits',
  },
  {
    file: 'test/db/dispatch/overload.test.ts',
    reason: 'the test reads a locked table',
  },
]
