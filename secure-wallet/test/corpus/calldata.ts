import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { friend, permission, stranger } from './shape.ts'

/** Calldata that several families of the corpus contain, and the cards that it makes. */
export const safe: Address = '0x7A2f9C41d03bE58a6F10c2D94eB7135f8dA0c36E'.toLowerCase() as Address
export const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const zero: Address = '0x0000000000000000000000000000000000000000'
export const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address prevOwner, address owner, uint256 threshold)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function setGuard(address guard)',
  'function multiSend(bytes transactions)',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
])
export const pay = (amount = 5_000_000n, to: Address = friend): Hex =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
export const approve = (amount = 5_000_000n, spender: Address = stranger): Hex =>
  encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] })
export const ether = 10n ** 18n
export const until = 1_900_000_000

export const sent = permission('Send 5 USDC', '−5 USDC')
export const allowed = permission('Allow 0x91cE…3f10 to spend 5 USDC', 'may take up to 5 USDC', 'may take Unknown')
