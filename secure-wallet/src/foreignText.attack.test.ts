// @vitest-environment happy-dom
import type { ShareSetRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError, toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { ErrorEntry } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import {
  allElements,
  findHidden,
  findMarkup,
  type HostileText,
  hostileTexts,
} from '@appkit-frame/loader/protocol/test/hostileTexts.ts'
import { expect, test, vi } from 'vitest'
import { createRefusalNotices } from './approval/refused.ts'
import { showSentPanel } from './approval/sentPanel.ts'
import { writeWorth } from './approval/worth.ts'
import { showRefusal } from './frame/refusal.ts'
import { otpPanel } from './login/otpPanel.ts'
import { failurePanel } from './login/workingPanel.ts'
import { shownText } from './requests/decode/shownText.ts'
import { createTokenLists } from './session/tokenList.ts'
import { deviceRemovalPanel, devicesPanel } from './settings/devicesPanel.ts'
import { createLimitsClient } from './settings/limits/limitsClient.ts'
import { receiversPanel } from './settings/limits/receiverPanels.ts'
import { sitePanel, sitesPanel } from './settings/limits/sitePanels.ts'
import { createRecoveryAlarm } from './settings/recoveryAlarm.ts'
import { securityPanel } from './settings/securityPanel.ts'
import { unlockMethodPanel } from './settings/unlockMethodPanel.ts'
import { createCardSurface } from './ui/cardSurface.ts'
import { recoveryMethodsPanel } from './unlock/recovery/recoverPanel.ts'
import { enrolPanel } from './windows/enrolPanel.ts'
import { signInPanel } from './windows/signInPanel.ts'

/** A place of a panel that shows text of a site, a browser, the server or a link. */
type Sink = { name: string; draw(text: string): HTMLElement | Promise<HTMLElement> }

const nothing = (): void => undefined
/** Each amount is on its own network, because prices are kept for a minute. */
let priced = 1
const session = {
  id: 'a',
  host: 'https://shop.example',
  browser: 'Chrome',
  createdAt: 0,
  lastUsedAt: 0,
  current: false,
}
const set: ShareSetRow = {
  ...{ setId: 'a', epoch: 1, createdAt: 0, lastUsedAt: null, confirmed: true, label: 'Key' },
  type: 'passkey',
}
const asker = { host: 'https://shop.example', browser: 'Chrome', ownBrowser: 'Chrome' }
const devices = (change: object): HTMLElement =>
  devicesPanel({
    sessions: [
      { ...session, ...change },
      { ...session, ...change, current: true },
    ],
    ...{ isGuardianUnreached: false, isKept: false, choose: nothing },
  })
const methods = (method: 'passkey' | 'vault', label: string): HTMLElement =>
  unlockMethodPanel({ method, sets: [{ ...set, label }], isOnly: false, remove: nothing, add: null, back: nothing })
const enrol = (change: object): HTMLElement =>
  enrolPanel({ asker: { ...asker, ...change }, address: '0x1234567890', refuse: nothing }).root
const closed = <Panel extends { root: HTMLElement; close(): void }>(panel: Panel): HTMLElement => {
  panel.close()
  return panel.root
}
const recover = (change: object): HTMLElement =>
  recoveryMethodsPanel({
    ...{ available: { passkey: false, join: true, window: true, kit: false, guardian: true }, isRecoverable: true },
    ...{ isStoragePersistent: true, siteName: 'shop.example', problem: null, choose: nothing, leave: nothing },
    created: { host: 'https://shop.example', browser: 'Chrome', at: 0, ...change },
  })

/** The limits and receivers that the wallet reads from an answer of the server. */
const read = (answer: object) =>
  createLimitsClient({ session: { ask: async () => answer } as never, custody: {} as never })
const receivers = async (change: object): Promise<HTMLElement> => {
  const receiver = { id: 'a', chainId: 'eip155:1', address: `0x${'b2'.repeat(20)}`, name: null, createdAt: 0 }
  const known = await read({ receivers: [{ ...receiver, ...change }] }).receivers()
  return receiversPanel({ receivers: known, networks: [], choose: nothing })
}
/** The pages of a site's limit, one below the other. The wallet refuses an answer with a site that is no URL. */
const limits = async (change: object, host = 'https://shop.example'): Promise<HTMLElement> => {
  const listed = { address: '0x12', name: 'Dollar', symbol: 'USD', decimals: 6, ...change }
  const { all } = await createTokenLists(async () => ({ tokens: [listed] })).read('eip155:1')
  const tokens = all.map((token) => ({ ...token, chainId: 'eip155:1', network: 'Ethereum' }))
  const limit = { id: 'a', chainId: 'eip155:1', token: '0x12', perDay: '5', spentToday: '1' }
  const answered = await read({ sites: [{ host, limit }] })
    .sites()
    .catch(() => [])
  const both = document.createElement('div')
  for (const site of answered)
    both.append(
      sitesPanel({ sites: answered, tokens, choose: nothing }),
      sitePanel({ site, tokens, changed: nothing, remove: nothing, back: nothing }).root,
    )
  return both
}
const sent = async (change: object, deed: string): Promise<HTMLElement> => {
  const shown = document.createElement('div')
  const surface = createCardSurface({ container: shown, name: 'wallet.example', panel: async () => undefined })
  const transaction = { network: { name: 'Localnet' }, hash: '0x12', readEnd: async () => null, ...change }
  showSentPanel(surface, transaction, deed)
  await vi.waitFor(() => expect(shown.querySelector('h1')).not.toBeNull())
  return shown
}

/** The notice of a request that the wallet refused. */
const refused = async (entry: ErrorEntry, method: string, protocol = '') => {
  const shown = document.createElement('div')
  const surface = createCardSurface({ container: shown, name: 'wallet.example', panel: async () => undefined })
  const { watch } = createRefusalNotices({ surface, host: 'https://shop.example' })
  const refusal = new AppError(entry, { values: { protocol } })
  await watch({ method } as never, Promise.reject(refusal)).catch(nothing)
  if (surface.shown() !== null) await vi.waitFor(() => expect(shown.querySelector('h1')).not.toBeNull())
  return shown
}

const sinks: Sink[] = [
  { name: 'the site of a session', draw: (host) => devices({ host }) },
  { name: 'the browser of a session', draw: (browser) => devices({ browser }) },
  {
    name: 'the browser that the visitor removes',
    draw: (browser) => deviceRemovalPanel({ ...session, browser }, nothing).root,
  },
  { name: 'the label of a passkey', draw: (label) => methods('passkey', label) },
  { name: 'the label of a wallet window', draw: (label) => methods('vault', label) },
  {
    name: 'the label of a passkey in the settings',
    draw: (label) =>
      securityPanel({
        wallet: {
          ...{ walletId: 'a', epoch: 1, status: 'active', accounts: { eip155: '', solana: '' } },
          ...{ vault: { iv: '', data: '' }, sets: [{ ...set, label }] },
        },
        ...{ isWindow: true, deleteAt: null, minutes: 5, problem: null, alarm: null },
        ...{ choose: nothing, setMinutes: nothing },
      }),
  },
  {
    name: 'the site of a recovery by email',
    draw: async (host) => {
      const running = [{ host, startedAt: 0, releaseAt: 1 }]
      const alarm = createRecoveryAlarm({
        session: { facts: () => ({ wallet: { walletId: 'a' } }) as never },
        sets: { guardian: { ask: async () => ({ kind: 'recoveries', running }) } as never },
        custody: { isUnlocked: async () => true },
      })
      const area = alarm.area()
      await alarm.refresh()
      return area
    },
  },
  { name: 'the browser that asks for the wallet', draw: (browser) => enrol({ browser }) },
  { name: 'the browser of the wallet window', draw: (ownBrowser) => enrol({ ownBrowser }) },
  { name: 'the site that created the wallet', draw: (host) => recover({ host }) },
  { name: 'the browser that created the wallet', draw: (browser) => recover({ browser }) },
  {
    name: 'the e-mail address that a code was sent to',
    draw: (email) => closed(otpPanel({ email, resend: null, submit: async () => undefined, restart: nothing })),
  },
  {
    name: 'the e-mail address in the link of a wallet window',
    draw: (email) => signInPanel(async () => undefined, email),
  },
  { name: 'the name of a receiver', draw: (name) => receivers({ name }) },
  { name: 'the address of a receiver', draw: (address) => receivers({ address }) },
  { name: 'the network of a receiver', draw: (chainId) => receivers({ chainId }) },
  { name: 'the site of a limit', draw: (host) => limits({}, host) },
  { name: 'the symbol of a token with a limit', draw: (symbol) => limits({ symbol }) },
  {
    name: 'the deed of a sent transaction',
    // The title of its card.
    draw: (text) => sent({}, shownText(text).text),
  },
  {
    name: 'the link of a sent transaction',
    // The node gives the hash, and the operator the URL, which begins with https: or http:.
    draw: (hash) => {
      const blockExplorer = { name: 'Scan', url: 'https://scan.example' }
      return sent({ network: { name: 'Localnet', blockExplorer }, hash }, 'Pay 12 DUSD')
    },
  },
  {
    name: 'the protocol of a refused text',
    draw: (text) => refused(walletErrors.FOREIGN_KEY_MESSAGE, 'personal_sign', text),
  },
  {
    name: 'the method of a refused request',
    draw: (text) => refused(commonErrors.METHOD_NOT_ALLOWED, `eth_sign${text}`),
  },
  {
    name: 'the currency of a price',
    draw: async (currency) => {
      const place = document.createElement('small')
      const amount = { chainId: `eip155:${priced++}`, amount: '1' }
      await writeWorth(async () => ({ currency, price: 1 }), amount, place).catch(nothing)
      return place
    },
  },
  { name: 'the error of a wallet', draw: (message) => failurePanel(toWalletError({ message }), nothing, nothing) },
  {
    name: 'a value of an error',
    draw: (n) => failurePanel(new AppError(walletErrors.CODE_WRONG, { values: { n, reason: n } }), nothing, nothing),
  },
  {
    name: 'the code of an error that stops the wallet',
    draw: (code) => {
      const body = document.createElement('div')
      const scope = { parent: { postMessage: nothing } } as unknown as Parameters<typeof showRefusal>[0]
      showRefusal(scope, body, Object.assign(new AppError(walletErrors.CODE_WRONG), { code }))
      return body
    },
  },
]

/** The texts of a panel: its elements, its attributes, and what its fields hold. */
const shownBy = (root: HTMLElement): string =>
  [
    root.textContent ?? '',
    ...allElements(root).flatMap((element) => [
      ...[...element.attributes].map(({ value }) => value),
      ...(element instanceof HTMLInputElement ? [element.value] : []),
    ]),
  ].join('\n')

const payloads = attackSize(80, 5_400)

test.for(sinks)(
  '$name is shown as text only, and without characters that the visitor does not see',
  {
    timeout: attackTimeoutMs(),
  },
  async ({ name, draw }, { task }) => {
    const faults: string[] = []
    let shown = 0
    const own = findMarkup(await draw('A text'))
    const attack = async ({ text }: HostileText): Promise<void> => {
      const root = await draw(text)
      const content = shownBy(root)
      if (content.includes(text.slice(0, 8))) shown++
      const hidden = findHidden(content).map((each) => `U+${each.codePointAt(0)?.toString(16)}`)
      const found = [...findMarkup(root).filter((each) => !own.includes(each)), ...hidden]
      if (found.length > 0) faults.push(`${JSON.stringify(text)}: ${found.join(' ')}`)
    }
    for (const payload of hostileTexts(payloads, attackSeed)) await attack(payload)
    expect(faults.slice(0, 20)).toEqual([])
    reportAttack(task, 'G5', payloads, 'foreign texts in the panels of the wallet', `${shown} times ${name}`)
  },
)
