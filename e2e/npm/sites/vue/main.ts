import { createAppKit } from 'appkit-frame'
import { createApp, defineComponent, h, onUnmounted, shallowRef } from 'vue'

const kit = createAppKit({ src: 'https://modal.example/loader.js' })

const Shop = defineComponent(() => {
  const state = shallowRef(kit.getState())
  onUnmounted(kit.subscribe((next) => (state.value = next)))
  return () => [
    h('button', { type: 'button', onClick: () => kit.open() }, 'Connect Wallet'),
    h('p', state.value.accounts.eip155?.status ?? 'disconnected'),
  ]
})

createApp(Shop).mount('#root')
