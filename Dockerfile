# Two stages, so that the image does not contain what only the installation needs.
FROM node:24-bookworm-slim AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Bun and sharp are npm packages. Packages for the tests, such as a whole PostgreSQL, are left out.
# `prepare` would build the editor, but its sources are only in the second stage.
RUN npm pkg delete scripts.prepare && npm ci --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
ENV HOST=0.0.0.0 \
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
# Liveness only: if the database is down, a restart does not help. The load balancer uses /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Bun directly and not npm, so that the service gets the signals and can stop properly.
CMD ["node_modules/.bin/bun", "server/main.ts"]
