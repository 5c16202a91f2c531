// `npm test`: everything, one stage after the other, each with its time. Stages that need the built app are skipped
// when it does not build; otherwise all stages run, so that one report tells all.
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureChromium } from './lib/chromium.ts'
import { TEST_APP, testAppEnvironment } from './lib/test-app.ts'

const root = resolve(import.meta.dirname, '..')
const results: { name: string; seconds: number; ok: boolean }[] = []

function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env })
  return new Promise((done) => {
    child.on('error', (error) => {
      console.error(error.message)
      done(false)
    })
    child.on('exit', (code) => done(code === 0))
  })
}

async function stage(name: string, work: () => Promise<boolean>): Promise<boolean> {
  console.log(`\n── ${name}`)
  const begun = Date.now()
  const ok = await work().catch((error: unknown) => {
    console.error(error)
    return false
  })
  const seconds = (Date.now() - begun) / 1000
  results.push({ name, seconds, ok })
  console.log(`── ${name}: ${ok ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`)
  return ok
}

const vitest = (...projects: string[]) =>
  run('vitest', ['run', ...projects.flatMap((name) => ['--project', name])])

async function startTestApp(): Promise<ChildProcess> {
  rmSync(TEST_APP.dataDir, { recursive: true, force: true })
  const app = spawn(process.execPath, [join(root, 'scripts/test-app.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready, failed) => {
    app.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      if (chunk.includes('Ready at')) ready()
    })
    app.on('exit', () => failed(new Error('The app did not start; see the lines above.')))
  })
  return app
}

async function stop(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null) return
  const exited = new Promise((done) => app.once('exit', done))
  app.kill('SIGTERM')
  await exited
}

await stage('Types', () => run('tsc', ['--noEmit']))
await stage('Lint and format', () => run('npm', ['run', '--silent', 'lint']))
await stage('Generated database types', () =>
  run(process.execPath, [join(root, 'scripts/types.ts'), '--check']),
)
await stage('Unit and component tests', () => vitest('unit', 'components'))
await stage('Embedded backend tests', () => vitest('local'))
await stage('Database tests', () => vitest('database'))

let app: ChildProcess | undefined
const served = await stage('Build and start the app', async () => {
  app = await startTestApp()
  return true
})
if (served) {
  await stage('First-load budgets', () =>
    run(process.execPath, [join(root, 'scripts/bundle-budget.ts')], testAppEnvironment()),
  )
  await stage('API tests', () => vitest('api'))
  await stage('End-to-end tests in Chromium', async () => {
    ensureChromium()
    return run('playwright', ['test'])
  })
}
if (app) await stop(app)

const width = Math.max(...results.map(({ name }) => name.length))
console.log('\nStage'.padEnd(width + 3), 'Seconds')
for (const { name, seconds, ok } of results) {
  console.log(name.padEnd(width + 2), seconds.toFixed(1).padStart(7), ok ? '' : ' FAILED')
}
const failed = results.filter(({ ok }) => !ok)
console.log(failed.length ? `\n${failed.length} of ${results.length} stages failed.` : '\nAll stages passed.')
process.exit(failed.length || !served ? 1 : 0)
