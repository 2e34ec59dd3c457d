import { useAtomValue } from 'jotai/react'
import { Fold } from '../../ui/Fold.tsx'
import { doc } from '../../ui/icons.ts'
import { useMessages } from '../useMessages.ts'
import styles from './Message.module.css'
import { preparedMessageAtom } from './messageAtoms.ts'
import { signInMessages } from './messages.ts'

/** The exact text that is signed. It is nobody's language but its own, and is read from left to right. */
export const Message = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: (isOpen: boolean) => void }) => {
  const text = useMessages(signInMessages)
  const message = useAtomValue(preparedMessageAtom)
  if (!message) return null
  const [first, ...rest] = message.text.split('\n')
  return (
    <Fold
      summary={isOpen ? text.hideMessage : text.readMessage}
      icon={doc}
      isOpen={isOpen}
      onToggle={onToggle}
      testId="siwx-message"
    >
      <p className={styles.message} lang="en" dir="ltr">
        <span className={styles.first}>{first}</span>
        {`\n${rest.join('\n')}`}
      </p>
    </Fold>
  )
}
