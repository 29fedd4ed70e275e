// Takes the place of Prisma Studio and of Prisma's development server (`overrides` in package.json). Prisma's command
// line requires both when it starts, but uses them only for `prisma studio` and `prisma dev`.
module.exports = new Proxy(
  {},
  {
    get(_, name) {
      if (name === '__esModule' || typeof name === 'symbol') return undefined
      throw new Error('Prisma Studio and `prisma dev` are not installed in this project.')
    },
  },
)
