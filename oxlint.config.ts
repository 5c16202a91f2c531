import { defineConfig, type OxlintOverride } from 'oxlint'

const APP = ['pages', 'components', 'hooks', 'lib']
/** How the app is run and tested. */
const AROUND = ['local', 'switch', 'scripts', 'tests', 'e2e', 'bench']

/** An import of these folders, by its alias or by a relative path. */
const from = (folders: string[], message: string) => ({
  regex: `^(@|\\.\\.(/\\.\\.)*)/(${folders.join('|')})(/|$)`,
  message,
})
const oneWay = (...folders: string[]) =>
  from(folders, 'Imports run one way: pages → components → hooks → lib.')

const SERVER_ONLY = { regex: '^@/lib/server(/|$)', message: 'lib/server runs only on servers.' }
const BROWSER_ONLY = { regex: '^@/lib/browser(/|$)', message: 'lib/browser runs only in browsers.' }

// pages/api/switch and lib/switch belong to the app, so a relative path to a folder `switch` does not show which one is meant.
const APP_ONLY = [
  from(
    AROUND.filter((folder) => folder !== 'switch'),
    'The app does not know how it is run or tested.',
  ),
  { regex: '^@/switch(/|$)', message: 'The app does not know how it is run or tested.' },
]

const DRAW_ONLY = [
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
]

const SAID_ELSEWHERE = [
  {
    property: 'toLocaleString',
    message: 'Write figures with lib/figures.ts and dates with lib/dates.',
  },
  {
    object: 'z',
    property: 'uuid',
    message: 'PostgreSQL takes ids of any version, as isUuid does: use z.guid().',
  },
]

const OF_THE_DATABASE = ['rpc', 'from'].map((property) => ({
  object: 'supabase',
  property,
  message: 'Components draw: functions of lib and hooks name tables and functions of the database.',
}))

const NO_REACT = ['react', 'react-dom', 'swr', 'next/router', 'next/link'].map((name) => ({
  name,
  message: 'lib knows no React.',
}))

/** A later override replaces the import rules of an earlier one, so each lists every rule for its files. */
const imports = (
  files: string[],
  patterns: (ReturnType<typeof from> | { group: string[]; message: string })[],
  paths: typeof DRAW_ONLY | typeof NO_REACT = [],
): OxlintOverride => ({
  files,
  rules: { 'no-restricted-imports': ['error', { paths, patterns: [...patterns, ...APP_ONLY] }] },
})

export default defineConfig({
  ignorePatterns: ['lib/supabase/{database.types,constraints,record-tables}.ts'],
  plugins: ['typescript', 'import', 'react', 'nextjs', 'jsx-a11y'],
  categories: { correctness: 'error' },
  options: { reportUnusedDisableDirectives: 'error' },
  rules: {
    eqeqeq: 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'no-array-constructor': 'error',
    'no-unused-expressions': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'sort-imports': ['error', { ignoreCase: true, ignoreDeclarationSort: true }],
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'import/no-duplicates': ['error', { preferInline: true }],
    'import/no-cycle': ['error', { ignoreTypes: true }],
    'import/no-self-import': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'react/rules-of-hooks': 'error',
    'react/set-state-in-effect': 'error',
    'react/unsupported-syntax': 'error',
    'jsx-a11y/interactive-supports-focus': 'error',
    'jsx-a11y/no-interactive-element-to-noninteractive-role': 'error',
    'jsx-a11y/no-noninteractive-element-interactions': 'error',
    'jsx-a11y/no-noninteractive-element-to-interactive-role': ['error', { ul: ['listbox', 'tree'] }],
    'jsx-a11y/no-static-element-interactions': 'error',
    // What these report is checked by `tsc`, or done on purpose.
    'import/default': 'off',
    'import/namespace': 'off',
    'no-control-regex': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
  },
  overrides: [
    {
      files: [...APP.map((folder) => `${folder}/**/*.{ts,tsx}`), 'middleware.ts', 'instrumentation*.ts'],
      rules: {
        'no-console': ['error', { allow: ['error', 'warn'] }],
        'no-restricted-properties': ['error', ...SAID_ELSEWHERE],
      },
    },
    {
      files: ['components/**/*.{ts,tsx}'],
      rules: { 'no-restricted-properties': ['error', ...SAID_ELSEWHERE, ...OF_THE_DATABASE] },
    },
    imports(['pages/**/*.{ts,tsx}'], [], DRAW_ONLY),
    imports(['pages/api/**/*.ts', 'middleware.ts', 'instrumentation*.ts'], [BROWSER_ONLY]),
    imports(['components/**/*.{ts,tsx}'], [oneWay('pages'), SERVER_ONLY], DRAW_ONLY),
    // Imports within the folder begin with './', so the rule can refuse everything else. Formatting figures and dates, comparing texts and
    // loading code involve no business.
    imports(
      ['components/ui/**/*.{ts,tsx}'],
      [
        {
          group: [
            ...APP.map((folder) => `@/${folder}/**`),
            '../**',
            '!@/lib/dates/date-format',
            '!@/lib/errors',
            '!@/lib/figures',
            '!@/lib/half-width',
            '!@/lib/browser/preload-code',
            '!@/lib/unaccented',
          ],
          message: 'components/ui knows nothing of the business.',
        },
      ],
      DRAW_ONLY,
    ),
    imports(['hooks/**/*.{ts,tsx}'], [oneWay('pages', 'components'), SERVER_ONLY]),
    imports(['lib/**/*.ts'], [oneWay('pages', 'components', 'hooks')], NO_REACT),
    imports(
      ['lib/records/**/*.ts'],
      [
        oneWay('pages', 'components', 'hooks'),
        {
          regex: '^(@/lib|\\.\\.(/\\.\\.)*)/resources(/|$)',
          message: 'The engine of records knows no declaration.',
        },
      ],
      NO_REACT,
    ),
    // What is tested of one thing stays together.
    { files: ['tests/**', 'e2e/**'], rules: { 'max-lines': 'off' } },
    // Functions named like hooks are not hooks there (Playwright's `use`), and a test's component may write to a variable of the test.
    {
      files: AROUND.map((folder) => `${folder}/**`),
      rules: {
        'react/globals': 'off',
        'react/rules-of-hooks': 'off',
        'no-empty-pattern': 'off',
        'nextjs/no-html-link-for-pages': 'off',
        'jsx-a11y/anchor-is-valid': 'off',
      },
    },
  ],
})
