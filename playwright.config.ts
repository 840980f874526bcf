import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './tools/parts.mjs'

const port = Number(process.env.E2E_PORT ?? 4310)
const launchOptions = {
  executablePath: findChromium(),
  args: [
    '--disable-dev-shm-usage',
    '--autoplay-policy=no-user-gesture-required',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  snapshotPathTemplate: 'e2e/looks/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // Tests in `npm run mutate` are meant to fail, so they shouldn't wait long.
  expect: { timeout: process.env.E2E_SERVER === 'running' ? 6000 : 15_000 },
  // On a busy machine, a drag may lose a frame. Tests that pass on retry are reported as flaky.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    timezoneId: process.env.TEST_ZONE ?? 'UTC',
    baseURL: `http://127.0.0.1:${port}`,
    // Traces take up a third of the run time, so they're off by default.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // A service worker would bypass the routes that tests intercept. Tests of the service worker itself use `allow`.
    serviceWorkers: 'block',
    launchOptions,
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, launchOptions },
      testIgnore: /mobile/,
    },
    // Runs date and time tests in zones on both sides of the date line.
    ...['America/Los_Angeles', 'Pacific/Auckland'].map((timezoneId) => ({
      name: timezoneId,
      grep: /@zone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, launchOptions, timezoneId },
    })),
    {
      name: 'mobile',
      use: { ...devices['Pixel 7'], launchOptions },
      testMatch: /(?:mobile|journey|axe)[^/]*\.spec\.ts$/,
    },
    ...(process.env.E2E_MEASURE
      ? [
          {
            name: 'measure',
            use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, launchOptions },
            testMatch: `${process.env.E2E_MEASURE}.measure.ts`,
          },
        ]
      : []),
  ],
  webServer: {
    command: `node_modules/.bin/node --disable-warning=ExperimentalWarning e2e/server.ts ${port}`,
    url: `http://127.0.0.1:${port}/readyz`,
    // `npm run mutate` starts its own server and reuses it for each mutation.
    reuseExistingServer: process.env.E2E_SERVER === 'running',
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
