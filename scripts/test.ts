// `npm test`: everything. Several stages run at the same time, because none keeps the cores busy all the time. Tests that can use all cores
// yield to those that can use only one, so that all end at about the same time. The end-to-end tests run last and alone, because a browser
// that waits for the CPU proves nothing. Each stage's output is printed when it ends, with its time, and the end of a failed one's again at
// the end, where nobody has to look for it. Stages that need the app are skipped if it does not build; all others run.
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureTestChromium } from './lib/chromium.ts'
import { LANES, testApp, testAppEnvironment } from './lib/test-app.ts'

const root = resolve(import.meta.dirname, '..')
const begun = Date.now()
const results: { name: string; seconds: number; ok: boolean; output: string }[] = []

/** Lines of a failed stage's output that are printed again at the end, where all test runners sum up their failures. */
const LAST_LINES = 120

interface Ended {
  ok: boolean
  output: string
}

interface Options {
  env?: NodeJS.ProcessEnv
  /** Whether the stages beside it have priority: each of them then gets three times as much CPU time. */
  yields?: boolean
}

function run(command: string, args: string[], { env, yields = false }: Options = {}): Promise<Ended> {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
  if (child.pid && yields) setPriority(child.pid, Math.min(getPriority() + 5, 19))
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((done) => {
    const end = (ok: boolean) => done({ ok, output: Buffer.concat(chunks).toString() })
    child.on('error', (error) => {
      chunks.push(Buffer.from(error.message))
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}

async function stage(name: string, work: () => Promise<Ended>): Promise<boolean> {
  console.log(`── ${name} …`)
  const started = Date.now()
  const { ok, output } = await work().catch((error: unknown) => ({ ok: false, output: String(error) }))
  const seconds = (Date.now() - started) / 1000
  results.push({ name, seconds, ok, output })
  console.log(`\n${output.trimEnd()}\n── ${name}: ${ok ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n`)
  return ok
}

/** On all cores: by default, Vitest keeps one free for itself. */
const vitest = (projects: string[], options?: Options) =>
  run('vitest', ['run', ...projects.flatMap((name) => ['--project', name]), '--maxWorkers=100%'], options)
const script = (name: string, args: string[] = [], env?: NodeJS.ProcessEnv) =>
  run(process.execPath, [join(root, 'scripts', name), ...args], { env })

async function checks(): Promise<void> {
  await stage('Types', () => run('tsc', ['--noEmit']))
  await stage('Lint and format', () => run('npm', ['run', '--silent', 'lint']))
  await stage('Unused files, exports and packages', () => run('npm', ['run', '--silent', 'unused']))
  await stage('Generated database types', () => script('types.ts', ['--check']))
}

async function withApp(app: ChildProcess | undefined): Promise<void> {
  if (!app) return
  await stage('First-load budgets', () => script('bundle-budget.ts', [], testAppEnvironment()))
  await stage('API tests', () => vitest(['api']))
  // Not beside the API tests: it turns off the carriers of the demo data.
  if (process.env.FREESWITCH) await stage('Calls on a FreeSWITCH', () => vitest(['switch']))
  else console.log('── Calls on a FreeSWITCH: skipped; FREESWITCH names the folder of an installed one')
}

async function startTestApp(): Promise<Ended & { child: ChildProcess }> {
  for (let lane = 0; lane < LANES; lane++) rmSync(testApp(lane).dataDir, { recursive: true, force: true })
  const child = spawn(process.execPath, [join(root, 'scripts/test-app.ts'), '--lanes', String(LANES)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  return new Promise((done) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk
        if (chunk.includes('Ready at')) done({ ok: true, output, child })
      })
    }
    child.on('exit', () => done({ ok: false, output: `${output}\nThe app did not start.`, child }))
  })
}

async function stop(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null) return
  const exited = new Promise((done) => app.once('exit', done))
  app.kill('SIGTERM')
  await exited
}

let app: ChildProcess | undefined
const served = stage('Build and start the app', async () => {
  const started = await startTestApp()
  if (started.ok) app = started.child
  return started
})
await Promise.all([
  checks(),
  stage('Unit and component tests', () => vitest(['unit', 'components'])),
  stage('Database tests', () => vitest(['database'], { yields: true })),
  stage('Embedded backend tests', () => vitest(['local'], { yields: true })),
  served.then(() => withApp(app)),
])
if (app) {
  await stage('End-to-end tests in Chromium', async () => {
    ensureTestChromium()
    return run('playwright', ['test'])
  })
  await stop(app)
}

const width = Math.max(...results.map(({ name }) => name.length))
console.log('\nStage'.padEnd(width + 3), 'Seconds')
for (const { name, seconds, ok } of results) {
  console.log(name.padEnd(width + 2), seconds.toFixed(1).padStart(7), ok ? '' : ' FAILED')
}
console.log('In all'.padEnd(width + 2), ((Date.now() - begun) / 1000).toFixed(1).padStart(7))
const failed = results.filter(({ ok }) => !ok)
for (const { name, output } of failed) {
  console.log(
    `\n── ${name} failed, and said last:\n${output.trimEnd().split('\n').slice(-LAST_LINES).join('\n')}`,
  )
}
console.log(failed.length ? `\n${failed.length} of ${results.length} stages failed.` : '\nAll stages passed.')
process.exit(failed.length ? 1 : 0)
