import { expect, type Page } from '@playwright/test'
import { findSecretTexts } from '../../../server/test/canary.ts'
import type { StackAddresses } from '../../stack/stack.ts'

/** The documents around the secure frame that could observe it. */
type Observer = 'page' | 'modal'
type Seen = { [observer in Observer]: string[] }

/** Runs in every document before its own code, and records its messages, key strokes and stored values. */
const recorder = (wallet: string): void => {
  if (location.origin === wallet) return
  const observer = window === top ? 'page' : 'modal'
  const record = (what: string, value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    ;(window as unknown as { seenOutside?: (observer: string, text: string) => void }).seenOutside?.(
      observer,
      `${what} ${text}`,
    )
  }
  let keys = ''
  for (const type of ['keydown', 'beforeinput', 'input', 'paste'])
    addEventListener(
      type,
      (event) => {
        const { key = '', data = '' } = event as unknown as { key?: string; data?: string | null }
        keys += key.length === 1 ? key : (data ?? '')
        record('keys', keys)
      },
      true,
    )
  addEventListener('message', ({ data }) => record('received', data), true)
  // Records both directions of every MessagePort in this document.
  const { prototype } = MessagePort
  const { postMessage } = prototype
  prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
    record('sent', args[0])
    return postMessage.apply(this, args as never)
  } as typeof postMessage
  const onmessage = Object.getOwnPropertyDescriptor(prototype, 'onmessage')
  Object.defineProperty(prototype, 'onmessage', {
    ...onmessage,
    set(this: MessagePort, listener: (event: MessageEvent) => void) {
      onmessage?.set?.call(this, (event: MessageEvent) => {
        record('portMessage', event.data)
        listener.call(this, event)
      })
    },
  })
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = function (this: Storage, name: string, value: string) {
    record('kept', `${name} ${value}`)
    setItem.call(this, name, value)
  }
}

/** Records everything that the site and the modal can see of a visit, to search it for the wallet's secrets. */
export async function recordOutsideWallet(page: Page, { wallet, modal }: StackAddresses) {
  const seen: Seen = { page: [], modal: [] }
  const secrets: string[] = []
  await page.exposeFunction('seenOutside', (observer: Observer, text: string) => void seen[observer].push(text))
  await page.addInitScript(recorder, wallet)
  page.on('console', (message) => seen.page.push(`console ${message.text()}`))
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== wallet)
      seen[origin === modal ? 'modal' : 'page'].push(`asked ${request.url()} ${request.postData() ?? ''}`)
  })
  page.on('response', async (response) => {
    if (!response.url().startsWith(`${wallet}/v1/wallet/`)) return
    const answer: unknown = await response.json().catch(() => null)
    for (const name of ['accessToken', 'refreshToken', 'serverShare']) collect(answer, name, secrets)
  })

  const recordContent = async (): Promise<void> => {
    for (const frame of page.frames()) {
      if (frame.url().startsWith(wallet)) continue
      const text = await frame.content().catch(() => '')
      seen[frame === page.mainFrame() ? 'page' : 'modal'].push(`shown ${text}`)
    }
  }

  return {
    /** Records the current content of the documents, since frames come and go. */
    recordContent,
    /**
     * Expects that neither the site nor the modal saw a code or a key, and that the site didn't see the e-mail address.
     */
    async expectNoSecrets({
      account,
      address,
      codes,
    }: {
      account: string
      address: string
      codes: string[]
    }): Promise<void> {
      await recordContent()
      const [host, frame] = [seen.page.join('\n'), seen.modal.join('\n')]
      // Check first that the recorder works: the site got its account over the channel, and the modal got the e-mail
      // address.
      expect(host).toMatch(new RegExp(`portMessage .*${account}`, 'i'))
      expect(frame).toContain(address)
      expect(secrets.length).toBeGreaterThan(4)
      expect(findSecretTexts(host, [address, ...secrets])).toEqual([])
      expect(findSecretTexts(frame, secrets)).toEqual([])
      // Look for the code as a whole number, because a longer number may contain its six digits by chance.
      const alone = codes.filter((code) => new RegExp(`(?<![\\w.])${code}(?![\\w.])`).test(`${host}\n${frame}`))
      expect(alone).toEqual([])
    },
  }
}

const collect = (value: unknown, name: string, into: string[]): void => {
  if (!value || typeof value !== 'object') return
  for (const [key, inner] of Object.entries(value)) {
    if (key === name && typeof inner === 'string' && inner.length > 5) into.push(inner)
    else collect(inner, name, into)
  }
}
