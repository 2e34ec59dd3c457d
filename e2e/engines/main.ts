import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackages } from '../commands/build.ts'
import { addMigratedDatabases } from '../stack/database.ts'
import { onShutdown } from '../stack/parentEnd.ts'
import { findFreePorts } from '../stack/ports.ts'
import { awaitDatabase } from '../stack/server.ts'
import { type Stack, startStack } from '../stack/stack.ts'
import { chromium } from './browsers/chromium.ts'
import { firefox } from './browsers/firefox.ts'
import { webkit } from './browsers/webkit.ts'
import { clickjack } from './checks/clickjack.ts'
import { focus } from './checks/focus.ts'
import { modal } from './checks/modal.ts'
import { signIn } from './checks/signIn.ts'
import { storageDenied } from './checks/storageDenied.ts'
import { walletWindow } from './checks/walletWindow.ts'
import type { Engine, EngineBrowser, Storage } from './engine.ts'
import { type Check, createStage } from './stage.ts'

/**
 * `npm run test:engines`: the built product in the engines of this machine. An engine that is not installed is not an
 * error. `-- firefox webkit` runs only these engines.
 */
const engines: { [name: string]: Engine } = { chromium, firefox, webkit }
const checks: readonly Check[] = [modal, focus, signIn, walletWindow, clickjack, storageDenied]

const chosen = process.argv.slice(2)
for (const name of chosen) if (!engines[name]) throw new Error(`There is no engine ${name}.`)
const wanted = Object.entries(engines).filter(([name]) => chosen.length === 0 || chosen.includes(name))

const present: [string, Engine][] = []
for (const [name, engine] of wanted) {
  const missing = engine.missing()
  if (missing) console.log(`not run: ${name} (${missing} not installed)`)
  else present.push([name, engine])
}
onShutdown(() => process.exit(1))
const failures = present.length > 0 ? await runEngines() : 0
process.exit(failures ? 1 : 0)

async function runEngines(): Promise<number> {
  if (!(await buildPackages())) return 1
  const data = await mkdtemp(join(tmpdir(), 'appkit-engines-'))
  await addMigratedDatabases(data)
  const stack = await startStack({
    ...{ ports: await findFreePorts(), data, withMail: { delaySeconds: 2 } },
    onLoss: (name, said) => console.error(`The ${name} ended by itself.\n${said}`),
  })
  try {
    await awaitDatabase(stack.addresses.wallet)
    let failed = 0
    for (const [name, engine] of present)
      for (const storage of engine.storages) failed += await runChecks(name, engine, storage, stack)
    return failed
  } finally {
    await stack.stop()
    await rm(data, { recursive: true, force: true })
  }
}

/** Runs the checks of one kind of storage in one browser, and returns how many fail. */
async function runChecks(name: string, engine: Engine, storage: Storage, stack: Stack): Promise<number> {
  if (!stack.mailBox) throw new Error('The stack has no mail box.')
  const browser = await engine.start(storage)
  if (!(await namesAncestors(browser))) {
    console.log(
      `not run: ${name} ${storage} (this version has no location.ancestorOrigins, so the e-mail wallet refuses it)`,
    )
    await browser.stop()
    return 0
  }
  const stage = createStage(browser, stack.addresses, stack.mailBox, `${name}.${storage}`)
  let failed = 0
  for (const check of checks.filter((each) => each.storage === storage)) {
    const started = performance.now()
    const error = await check.run(stage).then(
      () => null,
      (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause))),
    )
    const seconds = ((performance.now() - started) / 1_000).toFixed(0)
    console.log(`${error ? 'FAILED' : 'passed'}: ${name}: ${check.name} (${seconds} s)`)
    if (!error) continue
    failed++
    console.log(`${error.message}\n${await stage.describe().catch(String)}`)
  }
  await browser.stop()
  return failed
}

/** Whether a frame can learn which pages embed it (SECURITY-MODEL.md 3.2). Firefox can from version 148 on. */
async function namesAncestors(browser: EngineBrowser): Promise<boolean> {
  const tab = await browser.openTab('about:blank')
  const names = await browser.run(tab, [], () => 'ancestorOrigins' in location)
  await browser.closeTab(tab)
  return names
}
