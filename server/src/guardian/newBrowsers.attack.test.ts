import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type GuardianRequest, ownerProofText, recoveryProofText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  confirmationForm,
  guardianDelayMs,
  linkInMail,
  makeTestGuardian,
  type TestGuardian,
} from '../../test/guardian.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const hourMs = 60 * 60_000
const curve = { name: 'ECDSA', namedCurve: 'P-256' }
const secret = () => randomBytes(32).toString('base64url')
let guardian: TestGuardian
beforeAll(async () => {
  guardian = await makeTestGuardian()
})

const makeDevice = async () => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['sign', 'verify'])
  const raw = Buffer.from(await crypto.subtle.exportKey('raw', publicKey)).toString('base64url')
  const sign = async (text: string) => {
    const bytes = await crypto.subtle.sign({ ...curve, hash: 'SHA-256' }, privateKey, new TextEncoder().encode(text))
    return { publicKey: raw, signature: Buffer.from(bytes).toString('base64url') }
  }
  return { publicKey: raw, sign }
}
const begin = async (ways: string[] = []) => {
  guardian.time.now += 30 * 24 * hourMs
  const [walletId, setId] = [randomUUID(), randomUUID()]
  const email = `ann-${walletId.slice(0, 8)}@shop.example`
  const key = randomBytes(32)
  const [ownerKey, owner] = [key.toString('base64url'), createHash('sha256').update(key).digest('base64url')]
  await guardian.ask({ kind: 'enrol', walletId, setId, email, share: secret(), owner, ways })
  const device = await makeDevice()
  await guardian.ask({ kind: 'recognise', walletId, setId, ownerKey, deviceKey: device.publicKey })
  const start = async (host = 'https://shop.example') => {
    guardian.time.now += 60_000
    const clientKey = secret()
    const started = await guardian.ask({ kind: 'challenge', walletId, setId, email, host, clientKey })
    if (!started.ok || started.kind !== 'challenge') throw new Error(JSON.stringify(started))
    const { challengeId, number } = started
    return { challengeId, clientKey, number, link: linkInMail(guardian.mails.at(-1)) }
  }
  const confirm = async ({ link, number }: Awaited<ReturnType<typeof start>>) => {
    const body = confirmationForm(link, number)
    expect((await guardian.app.request('/confirm', { method: 'POST', body })).status).toBe(200)
  }
  /** A browser comes in by mail alone, and so has the owner key. */
  const comeIn = async () => {
    const started = await start()
    await confirm(started)
    const { challengeId, clientKey } = started
    expect(await guardian.ask({ kind: 'release', challengeId, clientKey })).toMatchObject({ ok: true })
  }
  const running = (stop?: true, own = ownerKey) =>
    guardian.ask({ kind: 'recoveries', walletId, ownerKey: own, ...(stop && { stop }) })
  const change = async (next: string[], sign?: typeof device.sign) => {
    const read = await guardian.ask({ kind: 'ways', walletId, ownerKey })
    if (!read.ok || read.kind !== 'ways') throw new Error(JSON.stringify(read))
    const { version } = read
    const proof = await sign?.(ownerProofText('ways', walletId, `${version}|${next.join(' ')}`))
    const request: GuardianRequest = { kind: 'ways', walletId, ownerKey, change: { version, ways: next } }
    return guardian.ask({ ...request, ...(proof && { device: proof }) })
  }
  return { walletId, setId, ownerKey, device, start, confirm, comeIn, change, running }
}
const refused = (n = 24) => ({ ok: false, failure: { code: 'NEW_BROWSER', values: { n } } })

describe('within a day after a recovery by mail alone', () => {
  it('the browser that came in neither raises the delay, nor deletes shares, nor registers itself as recognised', async () => {
    const { walletId, setId, ownerKey, comeIn, change } = await begin()
    await comeIn()
    const device = await makeDevice()
    const requests = async () => [
      await change([randomUUID()]),
      await change([randomUUID()], device.sign),
      await guardian.ask({ kind: 'forget', walletId, ownerKey }),
      await guardian.ask({ kind: 'forget', walletId, ownerKey, setId }),
      await guardian.ask({ kind: 'forget', walletId, ownerKey, setId: 'all' }),
      await guardian.ask({ kind: 'recognise', walletId, setId, ownerKey, deviceKey: device.publicKey }),
    ]
    expect(await requests()).toEqual(Array(6).fill(refused()))
    guardian.time.now += 23.5 * hourMs
    expect(await requests()).toEqual(Array(6).fill(refused(1)))
    guardian.time.now += hourMs
    expect((await change([randomUUID()])).ok).toBe(true)
  })

  it('a browser that was recognised before changes what it signs, and nothing else', async () => {
    const { walletId, ownerKey, device, comeIn, change } = await begin()
    await comeIn()
    const way = randomUUID()
    const signsOther = () => device.sign(ownerProofText('ways', walletId, '1|'))
    expect(await change([way], signsOther)).toEqual(refused())
    expect(await change([way], device.sign)).toMatchObject({ ok: true, ways: [way] })
    const proof = await device.sign(ownerProofText('forget', walletId, ''))
    expect(await guardian.ask({ kind: 'forget', walletId, ownerKey, device: proof })).toMatchObject({ ok: true })
  })

  it('a browser that makes the guardian forget the others stays recognised, and the others do not', async () => {
    const { walletId, setId, ownerKey, device, comeIn, change } = await begin()
    const other = await makeDevice()
    await guardian.ask({ kind: 'recognise', walletId, setId, ownerKey, deviceKey: other.publicKey })
    await comeIn()
    const proof = await device.sign(ownerProofText('forget', walletId, 'others'))
    const forget = { kind: 'forget', walletId, ownerKey, setId: 'others' } as const
    expect(await guardian.ask({ ...forget, device: { ...proof, publicKey: other.publicKey } })).toEqual(refused())
    expect(await guardian.ask({ ...forget, device: proof })).toMatchObject({ ok: true })
    expect(await change([randomUUID()], other.sign)).toEqual(refused())
    const way = randomUUID()
    expect(await change([way], device.sign)).toMatchObject({ ok: true, ways: [way] })
  })

  it('a browser that did not sign that the others are forgotten is forgotten too', async () => {
    const { walletId, ownerKey, device, comeIn, change } = await begin()
    const proof = await device.sign('another text')
    const forget = { kind: 'forget', walletId, ownerKey, setId: 'others', device: proof } as const
    expect(await guardian.ask(forget)).toMatchObject({ ok: true })
    await comeIn()
    expect(await change([randomUUID()], device.sign)).toEqual(refused())
  })

  it("a site's frame that was registered before changes what it signs, and skips no delay", async () => {
    const { walletId, setId, ownerKey, device, start, confirm, comeIn, change } = await begin()
    const frame = await makeDevice()
    const recognise = (deviceKey: string) =>
      guardian.ask({ kind: 'recognise', walletId, setId, ownerKey, deviceKey, skipsDelay: false })
    expect(await recognise(frame.publicKey)).toMatchObject({ ok: true })
    for (let count = 0; count < 15; count++) await recognise((await makeDevice()).publicKey)
    await comeIn()
    const way = randomUUID()
    expect(await change([way], frame.sign)).toMatchObject({ ok: true, ways: [way] })
    const started = await start()
    const { challengeId, clientKey } = started
    const verify = async ({ sign }: typeof frame) =>
      guardian.ask({ kind: 'verify', challengeId, clientKey, device: await sign(recoveryProofText(challengeId)) })
    await confirm(started)
    expect(await verify(frame)).toMatchObject({ releaseAt: guardian.time.now + guardianDelayMs })
    // The frames have replaced no window.
    expect(await verify(device)).toMatchObject({ releaseAt: guardian.time.now })
  })

  it('a browser that a stranger registered for a set of their own proves nothing to the owner', async () => {
    const { walletId, ownerKey, comeIn, change } = await begin()
    const key = randomBytes(32)
    const owner = createHash('sha256').update(key).digest('base64url')
    const setId = randomUUID()
    await guardian.ask({
      kind: 'enrol',
      walletId,
      setId,
      email: 'thief@evil.example',
      share: secret(),
      owner,
      ways: [],
    })
    const { publicKey: deviceKey, sign } = await makeDevice()
    const own = { walletId, setId, ownerKey: key.toString('base64url') }
    expect(await guardian.ask({ kind: 'recognise', ...own, deviceKey })).toMatchObject({ ok: true })
    await comeIn()
    expect(await change([randomUUID()], sign)).toEqual(refused())
    const proof = await sign(ownerProofText('forget', walletId, 'all'))
    const request = { kind: 'forget', walletId, ownerKey, setId: 'all', device: proof } as const
    expect(await guardian.ask(request)).toEqual(refused())
  })
})

describe('a recovery whose delay runs', () => {
  it('is listed for the open wallet from the press on, and nobody else learns of it', async () => {
    const { start, confirm, running } = await begin([randomUUID()])
    expect(await running()).toEqual({ ok: true, kind: 'recoveries', running: [] })
    const started = await start('https://evil.example')
    expect(await running()).toMatchObject({ running: [] })
    await confirm(started)
    const startedAt = guardian.time.now
    expect(await running()).toEqual({
      ...{ ok: true, kind: 'recoveries' },
      running: [{ host: 'https://evil.example', startedAt, releaseAt: startedAt + guardianDelayMs }],
    })
    expect(await running(undefined, secret())).toMatchObject({ failure: { code: 'KEY_SET_NOT_FOUND' } })
    expect(await running(true, secret())).toMatchObject({ failure: { code: 'KEY_SET_NOT_FOUND' } })
  })

  it('is stopped from the open wallet, and no other starts for a day', async () => {
    const { start, confirm, running } = await begin([randomUUID()])
    const started = await start()
    await confirm(started)
    expect(await running(true)).toEqual({ ok: true, kind: 'recoveries', running: [] })
    guardian.time.now += guardianDelayMs / 2
    const { challengeId, clientKey } = started
    expect(await guardian.ask({ kind: 'release', challengeId, clientKey })).toMatchObject({ ok: false })
    await expect(start()).rejects.toThrow('LOGIN_FROZEN')
    guardian.time.now += guardianDelayMs
    expect(await guardian.ask({ kind: 'release', challengeId, clientKey })).toMatchObject({
      failure: { code: 'CHALLENGE_NOT_FOUND' },
    })
  })

  it('ends for the browser that withdraws it, and only for that one', async () => {
    const { start, confirm, running } = await begin([randomUUID()])
    const started = await start()
    await confirm(started)
    const { challengeId, clientKey } = started
    expect(await guardian.ask({ kind: 'withdraw', challengeId, clientKey: secret() })).toMatchObject({ ok: false })
    expect(await running()).toMatchObject({ running: [{ host: 'https://shop.example' }] })
    expect(await guardian.ask({ kind: 'withdraw', challengeId, clientKey })).toEqual({ ok: true, kind: 'withdraw' })
    expect(await running()).toMatchObject({ running: [] })
    expect((await start()).number).toMatch(/^\d\d$/)
  })
})
