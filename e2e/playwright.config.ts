import { defineConfig } from '@playwright/test'
import { findBrowser, findHeadlessShell } from './browser.ts'

/**
 * Chromium uses only the last `--disable-features`, so this list repeats the features that Playwright disables, but
 * without storage partitioning. It adds two groups. The local network access checks would block a document that a test
 * has rewritten, because Chromium then doesn't know that it came from loopback. The pages of the address bar would load
 * in each new window.
 */
const disabled = [
  ...['LocalNetworkAccessChecks', 'LocalNetworkAccessChecksWebSockets'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'DialMediaRouteProvider'],
  ...['GlobalMediaControls', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'Translate'],
  ...['BlockOriginHeaderModificationOnRedirect', 'AvoidCorsURLLoaderRestartOnRedirect', 'AutoDeElevate'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
]
/** Storage partitioning is on, as in visitors' browsers. */
const partitioned = `--disable-features=${[...disabled, 'TrackingProtection3pcd'].join()}`
/**
 * Storage partitioning is off, as by default in Playwright. Chromium then denies storage to third parties, but a
 * headless shell grants it.
 */
const denied = `--disable-features=${[...disabled, 'ThirdPartyStoragePartitioning'].join()}`

const browser = findBrowser()
// A headless shell has no window to show, so these options need the browser. The choice goes into an environment
// variable, because workers read this file without the command's arguments.
if (browser && ['--headed', '--debug', '--ui'].some((word) => process.argv.includes(word)))
  process.env.CHROMIUM_SHELL_PATH = browser
const shell = findHeadlessShell() ?? browser
const launch = (executablePath: string | undefined, ...args: string[]) => ({
  launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-first-run', ...args] },
})

/** Tests whose claims depend on painting and on windows. They need the full browser: a headless shell moves no window. */
const inFullBrowser = '**/attacks/*.spec.ts'

/** Tests with one of these tags run in a browser that denies storage, because their claim could fail or differs there. */
const storageDenied = /@(onlyStorageDenied|storageDenied)/
const onlyStorageDenied = /@onlyStorageDenied/

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results/browser',
  globalSetup: './tests/shared/globalSetup.ts',
  fullyParallel: true,
  // Three workers keep two cores busy, because a test waits half of its time for timers and other processes.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // The timeout is much longer than any test takes, since a busy machine is not a defect. Tests of speed set their own
  // limits.
  timeout: 300_000,
  // `toPass` has no limit by default and would retry until the test times out.
  expect: { timeout: 15_000, toPass: { timeout: 90_000 } },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    // A trace contains steps, network and console. Screenshots and DOM snapshots would cost a fifth of the run;
    // `--trace on` adds them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
  projects: [
    // The project `attacks` is first, because it contains the longest tests.
    { name: 'attacks', testMatch: inFullBrowser, grepInvert: onlyStorageDenied, use: launch(browser, partitioned) },
    { name: 'partitioned', testIgnore: inFullBrowser, grepInvert: onlyStorageDenied, use: launch(shell, partitioned) },
    { name: 'denied', grep: storageDenied, use: launch(browser, denied) },
  ],
})
