import { defineConfig, devices } from '@playwright/test'
import { findTestChromium } from './scripts/lib/chromium.ts'
import { LANES, servedLanes, TEST_APP, testApp } from './scripts/lib/test-app.ts'

const executablePath = findTestChromium()

// As root, Chromium has no sandbox. With V8 on a single thread, two browsers on two cores take an eighth less CPU time. The other switches
// keep Chromium from calling home.
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

/** The build contains the address of lane 0's backend; browsers of other lanes map it to their own. */
function mappedBackend(): string[] {
  const builtIn = new URL(TEST_APP.builtInSupabaseUrl).host
  const own = `127.0.0.1:${TEST_APP.supabasePort}`
  return own === builtIn ? [] : [`--host-resolver-rules=MAP ${builtIn} ${own}`]
}

const lanes = servedLanes() || LANES

/** Milliseconds for a single action or expectation, so that one that fails does not hold a lane until the test times out. */
const PATIENCE = 180_000

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each worker has its own server and database, so tests do not see each other's writes.
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
    // Drawing what moves takes an eighth of the browser's time, and tests wait only for where it ends.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces make the tests a third slower; `npx playwright test --trace on` records them.
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
