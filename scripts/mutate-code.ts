import { globSync } from 'node:fs'
import { Stryker } from '@stryker-mutator/core'
import { type Subject, SUBJECTS } from '../tests/mutants/code/subjects.ts'

const FOLDER = 'tests/mutants/code'
const NOTICED = ['Killed', 'Timeout']
/** A mutant that keeps a file from loading says nothing about its tests. */
const NOT_RUN = ['Ignored', 'CompileError', 'RuntimeError']

/**
 * Changes the code of a subject in every way that Stryker knows, runs the unit tests that reach it, and tells how many of the
 * changes they notice. Without a name it does all subjects, smallest first; `routing:queue` is those files of a subject that have
 * `queue` in their names.
 */
async function main(names: readonly string[]): Promise<void> {
  const lines: string[] = []
  for (const name of names.length > 0 ? names : Object.keys(SUBJECTS)) {
    const [subjectName = '', part = ''] = name.split(':')
    const subject = SUBJECTS[subjectName]
    if (!subject) throw new Error(`There is no subject ${subjectName}: ${Object.keys(SUBJECTS).join(', ')}.`)
    const results = await changed({ ...subject, files: filesOf(subject, part) })
    const counted = results.filter(({ status }) => !NOT_RUN.includes(status))
    const missed = counted.filter(({ status }) => !NOTICED.includes(status))
    const share = 100 * (1 - missed.length / counted.length)
    lines.push(`${name}: ${counted.length - missed.length} of ${counted.length} (${share.toFixed(1)} %)`)
    if (share < subject.floor) process.exitCode = 1
  }
  console.log(lines.join('\n'))
}

function filesOf({ files }: Subject, part: string): string[] {
  const left = files.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  const found = globSync(
    files.filter((pattern) => !pattern.startsWith('!')),
    { exclude: left },
  )
  const named = found.filter((file) => file.includes(part))
  if (named.length === 0) throw new Error(`No file of the subject has ${part} in its name.`)
  return named
}

function changed({
  files,
  tests,
  keepsConstants = false,
  patienceMs = 60_000,
}: Subject): ReturnType<Stryker['runMutationTest']> {
  process.env.MUTATION_TESTS = JSON.stringify(tests)
  return new Stryker({
    mutate: files,
    testRunner: 'minimal-vitest',
    plugins: [`./${FOLDER}/ignored.ts`, `./${FOLDER}/runner.ts`, `./${FOLDER}/reporter.ts`],
    ignorers: ['ignored'],
    ignorePatterns: ['.local', '.next*', 'docs', 'e2e', 'public', 'reports'],
    ignoreStatic: keepsConstants,
    // There is none of this name: Stryker would rewrite the real one with an interface that TypeScript 7 no longer has.
    tsconfigFile: 'none',
    concurrency: 1,
    // Slow on a busy machine does not mean an endless loop.
    timeoutMS: patienceMs,
    coverageAnalysis: 'perTest',
    reporters: ['progress-append-only', 'survivors'],
    tempDirName: '.stryker',
  }).runMutationTest()
}

await main(process.argv.slice(2))
