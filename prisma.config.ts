// The configuration of Prisma's command line, for `npx prisma migrate deploy`. This project does not need the command line.
export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
}
