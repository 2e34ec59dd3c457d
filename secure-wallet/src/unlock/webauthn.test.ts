import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { expect, test } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { verifiedCredentials } from './verifiedCredentials.ts'
import { askPasskey, askSignIn, createPasskey } from './webauthn.ts'

// The browser itself decides other cases, so browser tests cover them: relying parties of other origins, frames without
// permission for passkeys, user verification.

const environment = {
  rpId: 'wallet.shop.example',
  origin: 'https://wallet.shop.example',
  topOrigin: 'https://host.example',
}
const walletId = '6f1d1c1e-0000-4000-8000-000000000000'
const visitor = { rpId: environment.rpId, walletId, userHandle: 'u', email: 'ada@host.example', knownIds: [] }
type Own = Parameters<typeof createAuthenticator>[0]
const open = (own: Own = {}) => {
  const { credentials, ...records } = createAuthenticator({
    ...own,
    clientData: { origin: environment.origin, ...own.clientData },
  })
  return { credentials: verifiedCredentials(credentials, environment), ...records }
}
const failure = (code: string) => expect.objectContaining({ code }) as AppError

test('a passkey gives the same PRF output each time', async ({ task }) => {
  const [one, two] = [open().credentials, open().credentials]
  const made = [await createPasskey(one, visitor), await createPasskey(two, visitor)]
  const passkeys = made.map(({ credentialId }) => ({ credentialId, signsIn: true }))
  const asked = { rpId: environment.rpId, walletId, passkeys }
  const outputs = made.map(({ publicKey, ...output }) => output)
  expect([await askPasskey(one, asked), await askPasskey(two, asked)]).toEqual(outputs)
  expect(made[0]?.output).not.toEqual(made[1]?.output)
  const third = open().credentials
  await expect(askPasskey(third, asked)).rejects.toEqual(failure('USER_REJECTED'))
  reportAttack(task, 'G14', 2, 'passkeys of one wallet, each with its own output')
})

test('a new passkey takes one prompt', async () => {
  const { credentials, prompts } = open()
  expect((await createPasskey(credentials, visitor)).output).toHaveLength(32)
  expect(prompts).toEqual(['create'])
})

test('creates a passkey without an output if the authenticator gives one only at its use', async () => {
  const { credentials, prompts } = open({ hasPrfAtCreation: false })
  const { credentialId, output } = await createPasskey(credentials, visitor)
  expect([output, prompts]).toEqual([null, ['create']])
  const passkeys = [{ credentialId, signsIn: true }]
  expect((await askPasskey(credentials, { rpId: environment.rpId, walletId, passkeys })).output).toHaveLength(32)
})

test('a passkey without a public key keeps the salt of its wallet', async () => {
  const { credentials } = open({ hasPublicKey: false })
  const { credentialId, output } = await createPasskey(credentials, visitor)
  const ask = async (signsIn: boolean, id = walletId) =>
    (await askPasskey(credentials, { rpId: environment.rpId, walletId: id, passkeys: [{ credentialId, signsIn }] }))
      .output
  expect(await ask(false)).toEqual(output)
  expect(await ask(true)).not.toEqual(output)
  expect(await ask(false, '6f1d1c1e-0000-4000-8000-000000000001')).not.toEqual(output)
})

test('finds the output of each passkey of a wallet with passkeys of two versions', async () => {
  const { credentials } = open()
  const { credentialId } = await createPasskey(credentials, visitor)
  const ask = async (...passkeys: { credentialId: string; signsIn: boolean }[]) =>
    (await askPasskey(credentials, { rpId: environment.rpId, walletId, passkeys })).output
  const other = (signsIn: boolean) => ({ credentialId: 'AAAA', signsIn })
  for (const signsIn of [true, false]) {
    const own = { credentialId, signsIn }
    const alone = await ask(own)
    expect(await ask(own, other(!signsIn))).toEqual(alone)
    expect(await ask(other(!signsIn), own)).toEqual(alone)
  }
})

test('a passkey signs in and gives its PRF output with one prompt, without any id of a wallet', async () => {
  const { credentials, prompts } = open()
  const made = await createPasskey(credentials, visitor)
  const signal = new AbortController().signal
  const answer = await askSignIn(credentials, { rpId: environment.rpId, challenge: '1.abc' }, signal)
  expect(prompts).toEqual(['create', 'get'])
  expect(answer.output).toEqual(made.output)
  expect(new TextDecoder().decode(answer.userHandle)).toBe(visitor.userHandle)
  const clientData = JSON.parse(new TextDecoder().decode(answer.assertion.clientDataJSON))
  expect(Buffer.from(clientData.challenge, 'base64url').toString()).toBe('1.abc')
})

test('a new passkey gives its public key, if the browser knows it', async () => {
  const { publicKey } = await createPasskey(open().credentials, visitor)
  expect(publicKey).toEqual({ algorithm: -7, spki: expect.any(Uint8Array) })
  expect((await createPasskey(open({ hasPublicKey: false }).credentials, visitor)).publicKey).toBeNull()
})

test('asks for a passkey of the full host name, never of the parent domain', async () => {
  const { credentials, rpIds } = open()
  await createPasskey(credentials, visitor)
  expect(new Set(rpIds)).toEqual(new Set(['wallet.shop.example']))
})

test.for<[string, Own]>([
  ['for the parent domain', { rpId: 'shop.example' }],
  ['under another site', { clientData: { topOrigin: 'https://evil.example' } }],
  ['under the same host with another scheme', { clientData: { topOrigin: 'http://host.example' } }],
  ['for another origin', { clientData: { origin: 'https://modal.shop.example' } }],
])("rejects an authenticator's answer %s", async ([what, own], { task }) => {
  await expect(createPasskey(open(own).credentials, visitor)).rejects.toEqual(failure('UNVERIFIED_DOMAIN'))
  reportAttack(task, 'G14', 1, `answer ${what}, refused`)
})

test.each([undefined, environment.topOrigin])(
  "accepts a passkey's answer with the top origin %s",
  async (topOrigin) => {
    const { credentials } = open({ clientData: { ...(topOrigin && { topOrigin }) } })
    expect((await createPasskey(credentials, visitor)).output).toHaveLength(32)
  },
)

test('rejects a passkey that gives no PRF output', async () => {
  await expect(createPasskey(open({ hasPrf: false }).credentials, visitor)).rejects.toEqual(failure('KEY_NOT_UNLOCKED'))
})
