import { defineConfig } from '@playwright/test'
import { findBrowser } from './browser.ts'

/**
 * Playwright's own list, but for storage partitioning. And one more: Chromium keeps a document that a test has rewritten
 * on its way from the loopback, since it no longer knows where that came from.
 */
const disabled = [
  ...['LocalNetworkAccessChecks', 'LocalNetworkAccessChecksWebSockets'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'DialMediaRouteProvider'],
  ...['GlobalMediaControls', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'Translate'],
  ...['BlockOriginHeaderModificationOnRedirect', 'AvoidCorsURLLoaderRestartOnRedirect', 'AutoDeElevate'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
]
/** The last `--disable-features` counts: this one leaves partitioning on, as visitors have it. */
const partitioned = `--disable-features=${[...disabled, 'TrackingProtection3pcd'].join()}`
/** Playwright's choice: without partitioning, Chromium denies storage to third parties. */
const denied = `--disable-features=${[...disabled, 'ThirdPartyStoragePartitioning'].join()}`

const executablePath = findBrowser()
const launch = (...args: string[]) => ({
  launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-first-run', ...args] },
})

/** Tests that run again without storage, because their claim could fail there or differs there. */
const storageDenied = /@(onlyStorageDenied|storageDenied)/
const onlyStorageDenied = /@onlyStorageDenied/

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results/browser',
  globalSetup: './tests/shared/globalSetup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Far above what anything takes here: a busy machine is no defect, and what has to be quick says so in its own test.
  timeout: 150_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    // Steps, network and console. Pictures and snapshots of every moment cost a fifth of the run; `--trace on` has them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
  projects: [
    { name: 'partitioned', grepInvert: onlyStorageDenied, use: launch(partitioned) },
    { name: 'denied', grep: storageDenied, use: launch(denied) },
  ],
})
