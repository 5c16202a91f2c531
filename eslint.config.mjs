import next from '@next/eslint-plugin-next'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import importX from 'eslint-plugin-import-x'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const APP = ['pages', 'components', 'hooks', 'lib']
const APP_FILES = [...APP.map((folder) => `${folder}/**/*.{ts,tsx}`), '*.ts']

// Imports run one way: pages → components → hooks → lib. A folder here may not import from the folders it names.
const FORBIDDEN_IMPORTS = {
  './lib': ['./pages', './components', './hooks'],
  './hooks': ['./pages', './components'],
  './components': ['./pages'],
}

const zones = [
  ...Object.entries(FORBIDDEN_IMPORTS).map(([target, from]) => ({
    target,
    from,
    message: 'Imports run one way: pages → components → hooks → lib.',
  })),
  {
    target: './components/ui',
    from: ['./components', './hooks', './lib'],
    except: ['./ui'],
    message: 'components/ui knows nothing of the business.',
  },
  {
    target: './lib/records',
    from: ['./lib/resources'],
    message: 'The engine of records knows no declaration.',
  },
  {
    target: APP.map((folder) => `./${folder}`),
    from: ['./local', './switch', './scripts', './tests', './e2e', './bench'],
    message: 'The app does not know how it is run or tested.',
  },
]

export default tseslint.config(
  {
    ignores: [
      '.next*/**',
      '.local/**',
      '.stryker/**',
      'next-env.d.ts',
      'lib/supabase/database.types.ts',
      'lib/supabase/constraints.ts',
      'lib/supabase/record-tables.ts',
      'playwright-report/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mts,mjs}'],
    plugins: { 'import-x': importX },
    settings: {
      ...importX.flatConfigs.typescript.settings,
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: 'tsconfig.json' })],
    },
    rules: {
      'import-x/no-self-import': 'error',
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      eqeqeq: 'error',
      'max-lines': ['warn', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // These run React's compiler over each file, which takes longer than all other rules; lib has no components and no hooks.
    files: ['{pages,components,hooks}/**/*.{ts,tsx}'],
    ignores: ['pages/api/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.flat.recommended.rules,
  },
  {
    files: APP_FILES,
    plugins: { '@next/next': next },
    rules: {
      ...next.configs.recommended.rules,
      ...next.configs['core-web-vitals'].rules,
      'no-console': ['error', { allow: ['error', 'warn'] }],
    },
  },
  { files: ['{pages,components,hooks}/**/*.tsx'], ...jsxA11y.flatConfigs.recommended },
  {
    files: ['{pages,components}/**/*.{ts,tsx}'],
    ignores: ['pages/api/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@/lib/supabase/browser-client',
              allowTypeImports: true,
              message: 'Components draw: read and write through hooks (useQuery, useWrite, useAction).',
            },
            {
              name: 'swr',
              importNames: ['default', 'useSWRConfig'],
              message: 'Components ask through useQuery, under a key of hooks/keys.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['lib/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['react', 'react-dom', 'swr', 'next/router', 'next/link'].map((name) => ({
            name,
            message: 'lib knows no React.',
          })),
        },
      ],
    },
  },
)
