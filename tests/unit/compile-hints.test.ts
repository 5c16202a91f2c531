import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { addCompileHints } from '@/scripts/lib/compile-hints'

const HINT = '//# allFunctionsCalledOnLoad\n'
let dist: string
let chunks: string

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'build-'))
  chunks = join(dist, 'static/chunks')
  mkdirSync(join(chunks, 'pages'), { recursive: true })
  return () => rmSync(dist, { recursive: true })
})

const written = (name: string, text: string) => writeFileSync(join(chunks, name), text)
const read = (name: string) => readFileSync(join(chunks, name), 'utf8')

test('built scripts are compiled ahead, and a second build does not hint twice', () => {
  written('frame.js', 'run()')
  written('pages/list.js', 'list()')
  written('style.css', 'a{}')
  addCompileHints(dist)
  addCompileHints(dist)
  expect(read('frame.js')).toBe(`${HINT}run()`)
  expect(read('pages/list.js')).toBe(`${HINT}list()`)
  expect(read('style.css')).toBe('a{}')
})

test('a script for one task is compiled when it is called, and one with a source map keeps its lines', () => {
  const large = `large(${'1'.repeat(300_000)})`
  written('large.js', large)
  written('mapped.js', 'mapped()')
  written('mapped.js.map', '{}')
  addCompileHints(dist)
  expect(read('large.js')).toBe(large)
  expect(read('mapped.js')).toBe('mapped()')
})
