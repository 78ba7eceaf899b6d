# Two stages: what npm needs to install stays behind.
FROM node:24-bookworm-slim AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Bun, sharp and the rest come as packages; the tests' own packages (a whole PostgreSQL among them) do not.
# `prepare` builds the editor, whose sources come with the second stage.
RUN npm pkg delete scripts.prepare && npm ci --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data
COPY --from=install /app/node_modules ./node_modules
COPY package.json tsconfig.json ./
COPY contract ./contract
COPY server ./server
COPY web ./web
COPY docs ./docs
RUN npm run build
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
# Liveness only: while the database is away the process is fine, and /readyz tells the balancer.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The program itself and not npm: signals reach it, and it stops in good order.
CMD ["node_modules/.bin/bun", "server/main.ts"]
