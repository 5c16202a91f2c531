import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { vi, expect as vitestExpect } from 'vitest'

/**
 * What unit tests import from Vitest, for a run of thousands of changes in one process: tests are kept as functions, and what they
 * expect and mock is Vitest's own.
 */
export { vi }

/** Files next to a test are resolved from its folder; Vitest itself would need a test run for that. */
export const expect = new Proxy(vitestExpect, {
  apply(target, self, given: [unknown]) {
    const expected: object = Reflect.apply(target, self, given)
    const toMatchFileSnapshot = async (path: string) =>
      target(given[0]).toBe(readFileSync(resolve(dirname(running), path), 'utf8'))
    return Object.defineProperty(expected, 'toMatchFileSnapshot', { value: toMatchFileSnapshot })
  },
})

type Work = (...given: unknown[]) => unknown
export interface PlainTest {
  id: string
  file: string
  /** Throws when it fails. */
  run(): Promise<void>
}

interface Scope {
  names: string[]
  before: Work[]
  after: Work[]
}

let tests: PlainTest[] = []
let file = ''
let scope: Scope = { names: [], before: [], after: [] }
let running = ''

/** The tests registered by `load`, which calls `inFile` before each file. */
export async function registered(load: () => Promise<unknown>): Promise<PlainTest[]> {
  tests = []
  await load()
  return tests
}

export function inFile(path: string): void {
  file = path
  scope = { names: [], before: [], after: [] }
}

function add(name: string, work: Work, given: unknown[] = []): void {
  const { names, before, after } = scope
  const id = [file, ...names, name, tests.length].join(' > ')
  const from = file
  tests.push({
    id,
    file: from,
    async run() {
      running = from
      for (const prepare of before) await prepare()
      try {
        await work(...given)
      } finally {
        for (const clean of after) await clean()
      }
    },
  })
}

function within(name: string, work: Work, given: unknown[] = []): void {
  const outer = scope
  scope = { names: [...outer.names, name], before: [...outer.before], after: [...outer.after] }
  work(...given)
  scope = outer
}

const each =
  (one: typeof add) =>
  (cases: readonly unknown[]) =>
  (name: string, work: Work): void => {
    const areLists = cases.every(Array.isArray)
    for (const given of cases) one(name, work, areLists ? (given as unknown[]) : [given])
  }

export const test = Object.assign((name: string, work: Work) => add(name, work), { each: each(add) })
export const describe = Object.assign((name: string, work: Work) => within(name, work), {
  each: each(within),
})
export const beforeEach = (work: Work) => void scope.before.push(work)
export const afterEach = (work: Work) => void scope.after.push(work)
