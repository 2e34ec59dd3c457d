import { atom } from 'jotai/vanilla'
import { createRpc } from '../api/jsonRpc.ts'
import { bootstrapAtom } from './options.ts'

/** JSON-RPC through the server of this frame, which knows the endpoints of each network. */
export const rpcAtom = atom((get) => createRpc({ projectId: get(bootstrapAtom).projectId }))
