import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { atom } from 'jotai/vanilla'
import { readStorageAtom, writeStorageAtom } from './storage.ts'

/** The wallet that was connected last in a namespace, so that the visitor can reconnect it. */
type LastConnection = { connectorId: string; name: string }

const key = 'connections'
const names = Object.keys(namespaces) as ChainNamespace[]

export const lastConnectionsAtom = atom((get): { [namespace in ChainNamespace]?: LastConnection } => {
  const stored = Object(get(readStorageAtom)(key)) as Record<string, unknown>
  return Object.fromEntries(names.flatMap((name) => parse(stored[name]).map((known) => [name, known])))
})

/** Stores the last wallet of a namespace. `connection` is null after the visitor disconnected. */
export const rememberConnectionAtom = atom(
  null,
  (get, set, namespace: ChainNamespace, connection: LastConnection | null) => {
    const { [namespace]: _, ...others } = get(lastConnectionsAtom)
    set(writeStorageAtom, key, connection ? { ...others, [namespace]: connection } : others)
  },
)

const parse = (entry: unknown): LastConnection[] => {
  const { connectorId, name } = Object(entry) as Record<string, unknown>
  return typeof connectorId === 'string' && typeof name === 'string' ? [{ connectorId, name }] : []
}
