import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MutantCoverage } from '@stryker-mutator/api/core'
import {
  determineHitLimitReached,
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import { rolldown } from 'rolldown'
import { type PlainTest, registered } from './minimal-vitest.ts'

const PLAIN = new URL('./minimal-vitest.ts', import.meta.url).href

/** Global variables of the mutated code. */
interface Changing {
  activeMutant?: string
  currentTestId?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: MutantCoverage
}
const space = globalThis as { __stryker__?: Changing }
const changing: Changing = space.__stryker__ ?? {}
space.__stryker__ = changing

/**
 * Runs the unit tests named in MUTATION_TESTS (JSON) in Stryker's own process, bundled into one module: a change costs the time of its
 * tests. A module's constants are made again by importing the bundle once more.
 */
class PlainRunner implements TestRunner {
  #bundle = ''
  #loads = 0
  #tests: PlainTest[] = []

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init(): Promise<void> {
    this.#bundle = await bundled(JSON.parse(process.env.MUTATION_TESTS ?? '[]') as string[])
    await this.#load()
  }

  async dryRun({ coverageAnalysis }: DryRunOptions): Promise<DryRunResult> {
    if (coverageAnalysis !== 'off') changing.mutantCoverage = { static: {}, perTest: {} }
    await this.#load()
    const tests = await this.#run(this.#tests, false)
    return { status: DryRunStatus.Complete, tests, mutantCoverage: changing.mutantCoverage }
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, hitLimit, testFilter, mutantActivation, reloadEnvironment } = options
    changing.mutantCoverage = undefined
    changing.hitCount = hitLimit === undefined ? undefined : 0
    changing.hitLimit = hitLimit
    try {
      if (mutantActivation === 'static') changing.activeMutant = activeMutant.id
      if (reloadEnvironment) await this.#load()
      changing.activeMutant = activeMutant.id
      const wanted = () =>
        testFilter ? this.#tests.filter(({ id }) => testFilter.includes(id)) : this.#tests
      let tests = await this.#run(wanted(), true)
      // State that a module keeps may also hide a mutant.
      const isMissed = tests.every(({ status }) => status === TestStatus.Success)
      if (!reloadEnvironment && (isMissed || (await this.#failsAnyway(tests.at(-1))))) {
        await this.#load()
        changing.activeMutant = activeMutant.id
        tests = await this.#run(wanted(), true)
      }
      return toMutantRunResult(
        determineHitLimitReached(changing.hitCount, hitLimit) ?? { status: DryRunStatus.Complete, tests },
      )
    } catch (error) {
      return toMutantRunResult({ status: DryRunStatus.Error, errorMessage: String(error) })
    } finally {
      changing.activeMutant = undefined
      changing.hitCount = undefined
      if (reloadEnvironment) await this.#load()
    }
  }

  /**
   * Whether a failed test also fails without the mutant, because earlier tests left state behind, such as a used-up
   * rate limit.
   */
  async #failsAnyway(last: TestResult | undefined): Promise<boolean> {
    if (last?.status !== TestStatus.Failed) return false
    changing.activeMutant = undefined
    const again = await this.#run(
      this.#tests.filter(({ id }) => id === last.id),
      true,
    )
    return again.some(({ status }) => status === TestStatus.Failed)
  }

  async #load(): Promise<void> {
    changing.currentTestId = undefined
    this.#loads += 1
    this.#tests = await registered(() => import(`${this.#bundle}?${this.#loads}`).then(({ load }) => load()))
  }

  async #run(tests: readonly PlainTest[], untilOneFails: boolean): Promise<TestResult[]> {
    const results: TestResult[] = []
    for (const { id, file, run } of tests) {
      changing.currentTestId = id
      const begun = performance.now()
      const failure = await run().then(
        () => undefined,
        (error: unknown) => String(error),
      )
      const about = { id, name: id, fileName: file, timeSpentMs: performance.now() - begun }
      if (failure === undefined) results.push({ ...about, status: TestStatus.Success })
      else results.push({ ...about, status: TestStatus.Failed, failureMessage: failure })
      if (failure !== undefined && untilOneFails) break
    }
    changing.currentTestId = undefined
    return results
  }
}

/** The URL of a module with all tests and the code they import; `load` registers the tests. */
async function bundled(patterns: readonly string[]): Promise<string> {
  const files = patterns.flatMap((pattern) => globSync(pattern)).map((file) => resolve(file))
  const folder = resolve('.bundle')
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, 'entry.mjs')
  const lines = files.map(
    (file) => `  inFile(${JSON.stringify(file)}); await import(${JSON.stringify(file)})`,
  )
  writeFileSync(
    entry,
    [
      "import { inFile } from 'vitest'",
      `import ${JSON.stringify(resolve('tests/mutants/code/setup.ts'))}`,
      'export async function load() {',
      ...lines,
      '}',
    ].join('\n'),
  )
  const build = await rolldown({
    input: entry,
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'minimal-vitest',
        resolveId(source, importer) {
          if (source === 'vitest') return { id: PLAIN, external: true }
          if (source.startsWith('@/')) return this.resolve(resolve(source.slice(2)), importer)
          return /^[./]/.test(source) ? null : { id: source, external: true }
        },
      },
    ],
  })
  await build.write({ file: join(folder, 'tests.mjs'), format: 'esm', codeSplitting: false })
  await build.close()
  return pathToFileURL(join(folder, 'tests.mjs')).href
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'minimal-vitest', injectableClass: PlainRunner }]
