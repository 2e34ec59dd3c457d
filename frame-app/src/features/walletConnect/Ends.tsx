import { useAtomValue } from 'jotai/react'
import { bootstrapAtom } from '../../core/state/options.ts'
import { phone } from '../../ui/icons.ts'
import { Thread, type ThreadState } from '../../ui/Thread.tsx'
import { Tile } from '../../ui/Tile.tsx'
import type { Chosen } from './chosen.ts'

/** This page, the wallet, and how the line between them is. */
export const Ends = ({ chosen, state }: { chosen: Chosen | null; state: ThreadState }) => {
  const { projectName } = useAtomValue(bootstrapAtom)
  return (
    <Thread
      from={<Tile size={72} name={projectName} tone="accent" />}
      to={chosen ? <Tile size={72} name={chosen.wallet.name} src={chosen.iconUrl} /> : <Tile size={72} icon={phone} />}
      state={state}
    />
  )
}
