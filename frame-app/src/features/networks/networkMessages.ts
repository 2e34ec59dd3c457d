import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'

export const networkMessages = defineMessages('network', {
  networkIs: 'Network: ',
  unknownNetwork: 'Unknown network',
  networkNotUsed: 'This app does not use your network',
  switchShort: 'Switch',
})
