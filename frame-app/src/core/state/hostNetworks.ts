import type { HostNetwork } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { atom } from 'jotai/vanilla'

const addedSourceAtom = atom<HostNetwork[]>([])
const removedSourceAtom = atom<string[]>([])

/** What the page brought along, and its nodes: our server knows neither. */
export const addedNetworksAtom = atom((get) => get(addedSourceAtom))
/** CAIP-2, of the project's networks that the page wants left out. */
export const removedNetworkIdsAtom = atom((get) => get(removedSourceAtom))

export const putNetworkAtom = atom(null, (get, set, network: HostNetwork) => {
  set(addedSourceAtom, [...get(addedSourceAtom), network])
  set(restoreNetworkAtom, network.caipNetworkId)
})
export const restoreNetworkAtom = atom(null, (get, set, caipNetworkId: string) =>
  set(
    removedSourceAtom,
    get(removedSourceAtom).filter((id) => id !== caipNetworkId),
  ),
)

export const dropNetworkAtom = atom(null, (get, set, caipNetworkId: string) => {
  set(
    addedSourceAtom,
    get(addedSourceAtom).filter((network) => network.caipNetworkId !== caipNetworkId),
  )
  set(removedSourceAtom, [...get(removedSourceAtom), caipNetworkId])
})
