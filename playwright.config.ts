import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/lib/chromium.ts'
import { TEST_APP } from './scripts/lib/test-app.ts'

const executablePath = findChromium()

// A browser started by root has no sandbox; the other switches keep Chromium from calling home.
const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  // A busy machine may make one test wait too long; what fails twice is broken. The report names both.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  expect: { timeout: 10_000 },
  timeout: 60_000,
  use: {
    baseURL: TEST_APP.url,
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath, args },
    trace: 'on-first-retry',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  },
  // `npm test` has the app running already; a single spec run by hand starts its own.
  webServer: {
    command: 'node scripts/test-app.ts',
    url: TEST_APP.url,
    reuseExistingServer: true,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'pipe',
  },
})
