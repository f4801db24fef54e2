# The shop as one small image: dependencies and pages are made in the first stage, the second only runs.
FROM node:24-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-fund --no-audit
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=node_modules/.cache/compiled
WORKDIR /shop
COPY --from=build --chown=root:root /shop/package.json ./
COPY --from=build --chown=root:root /shop/node_modules ./node_modules
COPY --from=build --chown=root:root /shop/backend ./backend
COPY --from=build --chown=root:root /shop/modules ./modules
COPY --from=build --chown=root:root /shop/frontend/dist ./frontend/dist
# What is compiled is for the user who compiles it; and who runs the shop may change nothing of it.
RUN mkdir -p $NODE_COMPILE_CACHE && chown node $NODE_COMPILE_CACHE \
  && setpriv --reuid=node --clear-groups node --max-semi-space-size=16 --heap-growing-percent=50 --no-allocation-site-pretenuring backend/main.ts --compile \
  && chown -R root:root $NODE_COMPILE_CACHE && chmod -R a+rX $NODE_COMPILE_CACHE
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Healthy is who takes calls, also while a store is away. Who waits for a store at the start is starting for so long, and not ill.
HEALTHCHECK --interval=5s --timeout=3s --start-period=24h \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/serving').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=50", "--no-allocation-site-pretenuring", "backend/main.ts"]
