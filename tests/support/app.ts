import { type ChildProcess, spawn } from 'node:child_process'
import { runningBackend } from '../../local/data-dir.ts'
import { TEST_APP } from '../../scripts/lib/test-app.ts'

/** Serves the test app for the API tests, unless it runs already (`npm test` starts it once for all). */
export default async function serveTestApp(): Promise<(() => Promise<void>) | undefined> {
  if (runningBackend(TEST_APP.dataDir)) return undefined
  const app: ChildProcess = spawn(process.execPath, ['scripts/test-app.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready, failed) => {
    app.stdout?.on('data', (chunk: Buffer) => chunk.includes('Ready at') && ready())
    app.on('exit', () => failed(new Error('The test app did not start.')))
  })
  return async () => {
    const exited = new Promise((done) => app.once('exit', done))
    app.kill('SIGTERM')
    await exited
  }
}
