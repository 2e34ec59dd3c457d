import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
export const multiChainMessages = defineMessages('multiChain', {
  severalChains: '{wallet} works on more than one chain',
  which: 'Which one do you want to connect?',
  chains: 'Chains',
  andMore: '{network} and {count} more',
})
