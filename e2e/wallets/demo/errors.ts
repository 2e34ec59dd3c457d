/** EIP-1193 and EIP-3085 errors as wallets throw them. */
const messages = {
  4001: 'User rejected the request.',
  4100: 'The requested account has not been authorized by the user.',
  4200: 'The wallet does not support this method.',
  4902: 'Unrecognized chain. Add it with wallet_addEthereumChain first.',
  '-32602': 'The parameters are not valid.',
} as const

export function createProviderError(code: keyof typeof messages | -32602): Error {
  return Object.assign(new Error(messages[code]), { code: Number(code) })
}
