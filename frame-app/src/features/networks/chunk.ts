/** All network views share one chunk, because the first view contains the name of every chunk. */
export { SwitchActiveChainView } from './SwitchActiveChainView.tsx'
export { SwitchNetworkView } from './SwitchNetworkView.tsx'
export { UnsupportedChainView } from './UnsupportedChainView.tsx'
