import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The unit tests, for Stryker: of them it runs those that reach the file it has changed. */
export default defineConfig({
  resolve: { alias: { '@': join(import.meta.dirname, '../../..') } },
  test: { include: ['tests/unit/**/*.test.ts'], isolate: false, testTimeout: 60_000 },
})
