import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { DESTINATION_GROUPS } from '@/lib/telephony/destination-kinds'

const FOLDERS = 'tests|lib|components|hooks|pages|scripts|local|supabase|switch|bench|e2e|styles|docs'
const tests = new Set(globSync('{tests,e2e}/**/*.{test,spec}.{ts,tsx}').map((path) => basename(path)))
const documents = ['README.md', 'local/README.md', ...globSync('docs/**/*.md')]

/** Files and folders that a document names in backticks, and the pages that it links to. */
function namedIn(document: string): string[] {
  const text = readFileSync(document, 'utf8')
  const paths = [...text.matchAll(new RegExp(`\`((?:${FOLDERS})/[^\`\\s*<>{}…]+)\``, 'g'))].map(
    ([, path = '']) => path,
  )
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) =>
    join(dirname(document), link),
  )
  return [...paths, ...links]
}

test.each(documents)('%s names only tests that exist', (document) => {
  const named = readFileSync(document, 'utf8').matchAll(/`(?:[^`\s]*\/)?([\w-]+\.(?:test|spec)\.tsx?)`/g)
  expect([...named].map(([, name = '']) => name).filter((name) => !tests.has(name))).toEqual([])
})

test('the table of destinations has every group', () => {
  const [, section = ''] = readFileSync('docs/telephony.md', 'utf8').split('\n## Destinations\n')
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([a-z_, ]+) \|/gm)]
  expect(rows.flatMap(([, groups = '']) => groups.split(', ')).sort()).toEqual(DESTINATION_GROUPS)
})

/** Files that are named in comments of the source, apart from those of the switch's own source. */
const sources = globSync(
  '{lib,components,hooks,pages,local,switch,scripts,bench,tests,e2e,supabase}/**/*.{ts,tsx,mjs,sql}',
)

test('comments name only files that exist', () => {
  const path = new RegExp(`(?<![\\w./@-])(?:${FOLDERS})/[\\w./[\\]-]+\\.(?:tsx?|mjs|sql|md)\\b`, 'g')
  const missing = sources.flatMap((source) =>
    readFileSync(source, 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:\/\/|\/?\*|--)/.test(line))
      .flatMap((line) => line.match(path) ?? [])
      .filter((named) => !existsSync(named))
      .map((named) => `${source}: ${named}`),
  )
  expect(missing).toEqual([])
})

test('no line of a migration is longer than 150 characters', () => {
  const long = globSync('supabase/migrations/*.sql').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) => (line.length > 150 ? `${path}:${at + 1}` : [])),
  )
  expect(long).toEqual([])
})

test('local/README.md names only files that exist beside it', () => {
  const named = readFileSync('local/README.md', 'utf8').matchAll(/`([\w./-]+\.ts)`/g)
  const paths = [...named].map(([, path = '']) => join('local', path))
  expect(paths).not.toEqual([])
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test.each(documents)('%s names only files that exist', (document) => {
  expect(namedIn(document).filter((path) => !existsSync(path))).toEqual([])
})
