import type { HostNetwork } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { atom } from 'jotai/vanilla'

const addedSourceAtom = atom<HostNetwork[]>([])
const removedSourceAtom = atom<string[]>([])

/** Networks that the page added, with nodes that our server does not know. */
export const addedNetworksAtom = atom((get) => get(addedSourceAtom))
/** CAIP-2 ids of project networks that the page removed. */
export const removedNetworkIdsAtom = atom((get) => get(removedSourceAtom))

export const addNetworkAtom = atom(null, (get, set, network: HostNetwork) => {
  set(addedSourceAtom, [...get(addedSourceAtom), network])
  set(restoreNetworkAtom, network.caipNetworkId)
})
export const restoreNetworkAtom = atom(null, (get, set, caipNetworkId: string) =>
  set(
    removedSourceAtom,
    get(removedSourceAtom).filter((id) => id !== caipNetworkId),
  ),
)

export const removeNetworkAtom = atom(null, (get, set, caipNetworkId: string) => {
  set(
    addedSourceAtom,
    get(addedSourceAtom).filter((network) => network.caipNetworkId !== caipNetworkId),
  )
  set(removedSourceAtom, [...get(removedSourceAtom), caipNetworkId])
})
