/** One chunk: each name of another one would be a part of the first view. */
export { SwitchActiveChainView } from './SwitchActiveChainView.tsx'
export { SwitchNetworkView } from './SwitchNetworkView.tsx'
export { UnsupportedChainView } from './UnsupportedChainView.tsx'
