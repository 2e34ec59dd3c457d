import { useAtomValue } from 'jotai/react'
import { bootstrapAtom } from '../../core/state/options.ts'
import { ConnectionDiagram, type ConnectionLineState } from '../../ui/ConnectionDiagram.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { phoneIcon } from '../../ui/icons.ts'
import type { ChosenWallet } from './chosenWallet.ts'

/** Shows the site, the wallet and the state of the connection between them. */
export const WalletDiagram = ({ chosen, state }: { chosen: ChosenWallet | null; state: ConnectionLineState }) => {
  const { projectName } = useAtomValue(bootstrapAtom)
  return (
    <ConnectionDiagram
      from={<IconBox size={72} name={projectName} tone="accent" />}
      to={
        chosen ? (
          <IconBox size={72} name={chosen.wallet.name} src={chosen.iconUrl} />
        ) : (
          <IconBox size={72} icon={phoneIcon} />
        )
      }
      state={state}
    />
  )
}
