import { createTestClient, createWalletClient, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSignInSite, signerAccount, type TestSigner, writeSignInMessage } from '../../server/test/siwx.ts'
import { localChain } from '../host/localChain.ts'
import { testMnemonic } from '../stack/accounts.ts'
import { evmChains, startEvmChain } from '../stack/evm.ts'
import { findFreePorts } from '../stack/ports.ts'
import { createProcessGroup } from '../stack/processGroup.ts'
import { contractWallet } from './contractWallet.ts'

const processes = createProcessGroup(() => undefined)
let url: string
let send: (call: { to: Hex; data: Hex }) => Promise<void>
beforeAll(async () => {
  url = await startEvmChain(processes, (await findFreePorts()).chain, evmChains.first)
  const chain = localChain(evmChains.first, url)
  const payer = createWalletClient({ chain, transport: http(url), account: mnemonicToAccount(testMnemonic) })
  const reader = createTestClient({ chain, transport: http(url), mode: 'anvil' }).extend(publicActions)
  send = async (call) => {
    const { status } = await reader.waitForTransactionReceipt({
      hash: await payer.sendTransaction(call),
      pollingInterval: 20,
    })
    expect(status).toBe('success')
  }
})
afterAll(() => processes.stop())

const newOwner = () => privateKeyToAccount(generatePrivateKey())
type Owner = ReturnType<typeof newOwner>
type Wallet = ReturnType<typeof contractWallet>
const plain = (owner: Owner) => (message: string) => owner.signMessage({ message })
/** The signature of an account that is not deployed yet (ERC-6492). */
const wrapped = (wallet: Wallet, owner: Owner) => async (message: string) =>
  serializeErc6492Signature({
    address: wallet.deployment.to,
    data: wallet.deployment.data,
    signature: await owner.signMessage({ message }),
  })

const signIn = async ({ address }: Wallet, sign: TestSigner['sign'], nodes = [url]) => {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const network = { id: 'eip155:31337', name: 'Localnet', nativeCurrency, rpcUrls: [], privateRpcUrls: nodes }
  const site = await makeSignInSite({}, [network])
  const signer = { caipNetworkId: 'eip155:31337', networkName: 'Ethereum', address, sign }
  const message = writeSignInMessage(signer, { nonce: await site.nonce() })
  const response = await site.post({ message, signature: await sign(message), caipAddress: signerAccount(signer) })
  const { token, reasons } = await response.json()
  return token ? 'in' : reasons[0].code
}

test('signs in a deployed contract wallet if its contract accepts the signature (ERC-1271)', async () => {
  const owner = newOwner()
  const wallet = contractWallet(owner.address)
  await send(wallet.deployment)
  expect(await signIn(wallet, plain(owner))).toBe('in')
  expect(await signIn(wallet, plain(newOwner()))).toBe('SIWX_SIGNATURE_INVALID')
  expect(await signIn(wallet, () => '0x1234')).toBe('SIWX_SIGNATURE_INVALID')
})

test('signs in a contract wallet that is not deployed yet, if the signature contains its deployment call (ERC-6492)', async () => {
  const owner = newOwner()
  const wallet = contractWallet(owner.address)
  expect(await signIn(wallet, wrapped(wallet, owner))).toBe('in')
  // The same signature also works after the deployment.
  await send(wallet.deployment)
  expect(await signIn(wallet, wrapped(wallet, owner))).toBe('in')
})

test('refuses a contract that is not deployed and has no deployment call', async () => {
  const owner = newOwner()
  expect(await signIn(contractWallet(owner.address), plain(owner))).toBe('SIWX_SIGNATURE_INVALID')
})

test('refuses a signature that contains the deployment call of another account', async () => {
  const [owner, other] = [newOwner(), newOwner()]
  const [wallet, own] = [contractWallet(owner.address), contractWallet(other.address)]
  expect(await signIn(wallet, wrapped(wallet, other))).toBe('SIWX_SIGNATURE_INVALID')
  // The deployment of one account proves nothing for another.
  expect(await signIn(wallet, wrapped(own, other))).toBe('SIWX_SIGNATURE_INVALID')
})

test('accepts only the new owner’s signature after a contract wallet gets a new owner', async () => {
  const [owner, other] = [newOwner(), newOwner()]
  const wallet = contractWallet(owner.address)
  await send(wallet.deployment)
  expect(await signIn(wallet, plain(owner))).toBe('in')
  await send(wallet.changeOwner(other.address))
  expect(await signIn(wallet, plain(owner))).toBe('SIWX_SIGNATURE_INVALID')
  expect(await signIn(wallet, wrapped(wallet, owner))).toBe('SIWX_SIGNATURE_INVALID')
  expect(await signIn(wallet, plain(other))).toBe('in')
})

test('refuses the sign-in as not verified if the server has no node', async () => {
  const owner = newOwner()
  const wallet = contractWallet(owner.address)
  expect(await signIn(wallet, wrapped(wallet, owner), ['http://127.0.0.1:9/'])).toBe('SIWX_NOT_VERIFIED')
})
