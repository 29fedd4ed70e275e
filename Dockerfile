# The service without development dependencies. The process needs no writable folder: it works with a read-only root file system.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/without-studio ./scripts/without-studio
RUN npm ci --no-audit --no-fund
COPY prisma.config.ts tsconfig.json codegen.ts schema.graphql ./
COPY scripts ./scripts
COPY prisma ./prisma
COPY src ./src
# The documentation, which the build makes a site of.
COPY schema.graphql README.md CHANGELOG.md SECURITY.md ARCHITECTURE.md CONTRIBUTING.md ./
COPY docs ./docs
COPY examples ./examples
COPY web ./web
# The commit that the service shows as its version; compose.yaml passes the variable SOURCE_COMMIT.
ARG SOURCE_COMMIT=unknown
RUN npm run build

# What the bundle does not contain. The embedded database is not needed.
FROM node:22-bookworm-slim AS dependencies
WORKDIR /app
COPY --from=build /app/dist/package.json /app/dist/package-lock.json ./
RUN npm ci --no-audit --no-fund && rm -r node_modules/@electric-sql

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /app
COPY package.json ./
COPY prisma/migrations ./prisma/migrations
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
EXPOSE 4000
# bash: a process of Node.js would take 20 times as much processor time, every five seconds.
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /ready HTTP/1.0\r\nhost: localhost\r\n\r\n' >&3 && read -r -t 3 line <&3 && [[ $line == *' 200 '* ]]"]
# Without a shell or npm in between, the process itself gets SIGTERM, and shuts down gracefully.
CMD ["node", "dist/main.js"]
