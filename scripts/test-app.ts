// Serves the test app on fresh data until it is stopped: `node scripts/test-app.ts`. `--lanes 2` serves two, each with a
// backend and a database of its own on the same build. With --dev one is served by `next dev`, which spares the build
// while a test is being written.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startBackend } from '../local/backend.ts'
import { runningBackend } from '../local/data-dir.ts'
import { startNext, untilListening } from './lib/next-process.ts'
import { TEST_APP, testApp, testAppEnvironment } from './lib/test-app.ts'

const root = resolve(import.meta.dirname, '..')
const lanesGiven = process.argv.indexOf('--lanes')
const lanes = lanesGiven < 0 ? 1 : Number(process.argv[lanesGiven + 1])
const undo: (() => Promise<void>)[] = []

/** Gives several lanes the same data: a copy takes a tenth of the time of making it. */
async function prepareData(): Promise<void> {
  const [first, ...others] = Array.from({ length: lanes }, (_, lane) => testApp(lane))
  if (!first || others.length === 0) return
  await (await startBackend({ dataDir: first.dataDir, port: first.supabasePort, siteUrl: first.url })).stop()
  for (const { dataDir } of others) {
    rmSync(dataDir, { recursive: true, force: true })
    // With the owners of its files.
    execFileSync('cp', ['-a', first.dataDir, dataDir])
  }
}

/** Builds the app and serves lane 0, as `npm start` does. */
async function serveFirst(): Promise<ChildProcess> {
  const forwarded = process.argv.includes('--dev') ? ['--dev'] : []
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), ...forwarded], {
    stdio: ['inherit', 'pipe', 'inherit'],
    // With an address that a hosted project has left, which does not count beside the embedded backend.
    env: { ...testAppEnvironment(), SUPABASE_URL: 'http://hosted.invalid' },
  })
  await new Promise<void>((ready, failed) => {
    child.stdout.on('data', (chunk: Buffer) => {
      // Not the first lane's own "Ready" line: other lanes are still starting.
      process.stdout.write(lanes > 1 ? String(chunk).replace('Ready at', 'Serving') : chunk)
      if (chunk.includes('Ready at')) ready()
    })
    child.on('exit', () => failed(new Error('The app did not start; see the lines above.')))
  })
  return child
}

/** Serves a further lane with the build of the first. */
async function serveLane(lane: number): Promise<void> {
  const app = testApp(lane)
  const backend = await startBackend({ dataDir: app.dataDir, port: app.supabasePort, siteUrl: app.url })
  undo.push(backend.stop)
  const env = {
    ...testAppEnvironment(app),
    SUPABASE_URL: backend.url,
    SUPABASE_SERVICE_ROLE_KEY: backend.serviceKey,
    SECRETS_KEY_FILE: backend.secretsKeyFile,
  }
  const next = startNext(root, ['start', '-p', String(app.port)], env, { verbose: true })
  undo.push(next.stop)
  if (!(await untilListening(next, app.port))) throw new Error(`Lane ${lane} did not start.`)
}

if (!runningBackend(TEST_APP.dataDir)) rmSync(TEST_APP.dataDir, { recursive: true, force: true })

let ending = false
async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  for (let step = undo.pop(); step; step = undo.pop()) await step()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(143))

try {
  await prepareData()
  const first = await serveFirst()
  const exited = new Promise<number>((done) => first.on('exit', (code) => done(code ?? 1)))
  void exited.then(end)
  undo.push(async () => {
    first.kill('SIGTERM')
    await exited
  })
  const further = Array.from({ length: lanes - 1 }, (_, index) => index + 1)
  await Promise.all(further.map(serveLane))
  if (lanes > 1) console.log('Ready at', [0, ...further].map((lane) => testApp(lane).url).join(', '))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await end(1)
}
