import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vitest/config'

/** Milliseconds for a test or a hook. On a busy machine, what otherwise takes a moment takes minutes. */
const PATIENCE = 300_000
/** Milliseconds that a condition is waited for. */
const POLL = 60_000
const patient = {
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  expect: { poll: { timeout: POLL } },
  provide: { pollMs: POLL },
  setupFiles: ['tests/support/patience.ts'],
}

const propertyCases = 'tests/support/property-cases.ts'

/** Starting a process for each file, which loads all packages, takes longer than most files' tests. The app's modules are each file's own. */
const oneProcess = {
  isolate: false,
  ...patient,
  setupFiles: [...patient.setupFiles, 'tests/support/own-modules.ts', propertyCases],
}

const alias = { '@': import.meta.dirname }

/**
 * Imports each icon from its own module, as the build does. Each file would otherwise evaluate the module of all 2,000, which takes
 * longer than most files' tests.
 */
function singleIcons(): Plugin {
  const places = new Map<string, string>()
  const index = readFileSync('node_modules/lucide-react/dist/esm/lucide-react.mjs', 'utf8')
  for (const [, names = '', icon = ''] of index.matchAll(/^export \{(.*)\} from '\.\/icons\/(.*)\.mjs'/gm)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) places.set(name, icon)
  }
  return {
    name: 'single-icons',
    enforce: 'post',
    transform: (code) =>
      code.replace(/import \{([^}]*)\} from ["']lucide-react["'];?/g, (whole, list: string) => {
        const imports = list.split(',').map((specifier) => {
          const [name = '', local = name] = specifier.trim().split(' as ')
          const icon = places.get(name)
          return icon && `import ${local} from 'lucide-react/icons/${icon}';`
        })
        return imports.every(Boolean) ? imports.join('') : whole
      }),
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    // What a file in a context of its own leaves is never freed whole. A worker that reaches the limit of V8's heap, 4 GB, ends the run.
    vmMemoryLimit: '1.5GB',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          ...oneProcess,
        },
      },
      {
        plugins: [react(), singleIcons()],
        resolve: { alias },
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['tests/components/**/*.test.tsx'],
          // Each file gets its own jsdom, as in 'forks', but in a context instead of a process: 77 seconds of CPU time instead of 194.
          pool: 'vmThreads',
          ...patient,
          setupFiles: [...patient.setupFiles, 'tests/support/dom.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'local',
          environment: 'node',
          include: ['tests/local/**/*.test.ts'],
          globalSetup: ['tests/support/prepared-data.ts'],
          ...oneProcess,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'database',
          environment: 'node',
          include: ['tests/database/**/*.test.ts'],
          globalSetup: ['tests/support/backend.ts'],
          // Files share their process, and so none may mock a module: what imports it would keep the mock in the files after it.
          isolate: false,
          ...patient,
          setupFiles: [...patient.setupFiles, propertyCases],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'mutants',
          environment: 'node',
          include: ['tests/mutants/**/*.test.ts'],
          globalSetup: ['tests/support/backend.ts'],
          // Minutes on free cores, hours on busy ones.
          testTimeout: 14_400_000,
          hookTimeout: 1_800_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/app.ts'],
          // Its files share one app, its demo data and its limits.
          fileParallelism: false,
          ...oneProcess,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'switch',
          environment: 'node',
          include: ['tests/switch/**/*.test.ts'],
          globalSetup: ['tests/support/switch/setup.ts'],
          ...patient,
        },
      },
    ],
  },
})
