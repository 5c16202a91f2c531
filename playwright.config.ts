import { defineConfig, devices } from '@playwright/test'
import { findTestChromium } from './scripts/lib/chromium.ts'
import { LANES, servedLanes, TEST_APP, testApp } from './scripts/lib/test-app.ts'

const executablePath = findTestChromium()

// A browser started by root has no sandbox. Without its own threads, V8 takes an eighth less processor time where two browsers share two
// cores. The other switches keep Chromium from calling home.
const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--js-flags=--single-threaded',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...mappedBackend(),
]

/** The build names lane 0's backend; a browser of another lane is led to its own. */
function mappedBackend(): string[] {
  const builtIn = new URL(TEST_APP.builtInSupabaseUrl).host
  const own = `127.0.0.1:${TEST_APP.supabasePort}`
  return own === builtIn ? [] : [`--host-resolver-rules=MAP ${builtIn} ${own}`]
}

const lanes = servedLanes() || LANES

/** Milliseconds for what a test does or waits for at once, so that a failure does not hold a lane for the whole test's time. */
const PATIENCE = 180_000

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // A worker has a server and a database to itself, so that no test meets what another one writes.
  workers: lanes,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  expect: { timeout: 60_000, toPass: { timeout: PATIENCE } },
  timeout: 600_000,
  use: {
    baseURL: TEST_APP.url,
    actionTimeout: PATIENCE,
    navigationTimeout: PATIENCE,
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath, args },
    // A trace costs a third of the time: `npx playwright test --trace on` where one is wanted.
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  },
  // `npm test` has the app running already; a single spec run by hand starts its own.
  webServer: {
    command: `node scripts/test-app.ts --lanes ${LANES}`,
    url: testApp(lanes - 1).url,
    reuseExistingServer: true,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'pipe',
  },
})
