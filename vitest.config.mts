import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const alias = { '@': import.meta.dirname }

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          // Modules are evaluated anew for each file either way; a process for each takes more time than its tests.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['tests/components/**/*.test.tsx'],
          setupFiles: ['tests/support/dom.ts'],
          // A busy machine takes seconds for what is done in a moment otherwise.
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'local',
          environment: 'node',
          include: ['tests/local/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'database',
          environment: 'node',
          include: ['tests/database/**/*.test.ts'],
          globalSetup: ['tests/support/backend.ts'],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'mutants',
          environment: 'node',
          include: ['tests/mutants/**/*.test.ts'],
          globalSetup: ['tests/support/backend.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 240_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/app.ts'],
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'switch',
          environment: 'node',
          include: ['tests/switch/**/*.test.ts'],
          globalSetup: ['tests/support/switch/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
