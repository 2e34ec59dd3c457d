import type { WaitingRequest } from '../src/core/state/waitingRequest.ts'

/** A signature that waits in a wallet on another device, unless `changes` names a link. */
export const waitingRequest = (changes: Partial<WaitingRequest> = {}): WaitingRequest => ({
  walletName: 'Kite',
  link: null,
  request: { method: 'personal_sign' },
  caipNetworkId: 'eip155:1',
  cancel: () => {},
  ...changes,
})
