// Serves the test app on fresh data until it is stopped: `node scripts/test-app.ts`. With --dev it is served by
// `next dev`, which spares the build while a test is being written.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runningBackend } from '../local/data-dir.ts'
import { TEST_APP, testAppEnvironment } from './lib/test-app.ts'

if (!runningBackend(TEST_APP.dataDir)) rmSync(TEST_APP.dataDir, { recursive: true, force: true })

const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: testAppEnvironment(),
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
