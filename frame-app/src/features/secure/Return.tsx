import { useAtomValue } from 'jotai/react'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { connectorAtom } from '../../core/state/connections.ts'
import { securePanelAtom } from '../../core/state/embedded.ts'
import { isOpenAtom } from '../../core/state/modal.ts'
import { optionsAtom } from '../../core/state/options.ts'
import styles from './Return.module.css'
import { SecurePanelView } from './SecurePanelView.tsx'

type Form = ComponentType<{ isLast: boolean }>

/**
 * Reserves the area in which the secure frame draws the button that connects a disconnected visitor again. If it draws
 * none, or the visitor wants to use another address, the email form takes its place.
 */
export const createReturn = (EmailForm: Form) => (): ReactNode => {
  const embedded = useAtomValue(connectorAtom)('embedded')
  const isShown = useAtomValue(securePanelAtom)?.view === 'return'
  const { connectMethodsOrder } = useAtomValue(optionsAtom)
  const [offer, setOffer] = useState<'asked' | 'shown' | 'over'>('asked')
  const isOpen = useAtomValue(isOpenAtom)
  useEffect(() => {
    setOffer('asked')
    const ask = async () => {
      if (!(await (await embedded.open()).offerReturn())) setOffer('over')
    }
    // The view of the next visit is drawn while the modal is still closed.
    if (isOpen) ask().catch(() => setOffer('over'))
  }, [embedded, isOpen])
  useEffect(() => {
    if (isShown) setOffer('shown')
    else setOffer((before) => (before === 'shown' && isOpen ? 'over' : before))
  }, [isShown, isOpen])
  if (offer === 'over') return <EmailForm isLast={connectMethodsOrder?.[0] === 'wallet'} />
  return <div className={styles.place}>{isShown ? <SecurePanelView /> : <div className={styles.waiting} />}</div>
}
