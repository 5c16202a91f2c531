import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const tests = process.env.MUTATION_TESTS?.split(',') ?? ['tests/unit/**/*.test.ts']

/** A subject's unit tests, for Stryker: of them it runs those that reach what it has changed. */
export default defineConfig({
  resolve: { alias: { '@': join(import.meta.dirname, '../../..') } },
  test: { include: tests, setupFiles: ['tests/mutants/code/setup.ts'], isolate: false, testTimeout: 60_000 },
})
