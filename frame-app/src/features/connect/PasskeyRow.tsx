import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useEffect, useState } from 'react'
import { asAppError } from '../../core/state/attempts.ts'
import { connectorAtom } from '../../core/state/connections.ts'
import { showAlertAtom } from '../../core/state/notices.ts'
import { isLegalConsentMissingAtom } from '../../core/state/options.ts'
import { typedEmailAtom } from '../../core/state/typedEmail.ts'
import { IconBox } from '../../ui/IconBox.tsx'
import { passkeyIcon } from '../../ui/icons.ts'
import { List, ListItem } from '../../ui/ListItem.tsx'
import { useErrorText, useMessages } from '../useMessages.ts'
import styles from './EmailForm.module.css'
import { passkeyMessages } from './passkeyMessages.ts'

/** The row that signs in to an existing wallet without an e-mail address. The secure frame draws what follows. */
export const PasskeyRow = (): ReactNode => {
  const text = useMessages(passkeyMessages)
  const errorText = useErrorText()
  const connectorOf = useAtomValue(connectorAtom)
  const isOff = useAtomValue(isLegalConsentMissingAtom)
  const showAlert = useSetAtom(showAlertAtom)
  const [failure, setFailure] = useState<AppError | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  // The document was prerendered for every browser, so the first render shows the row.
  useEffect(() => setIsMissing(!('PublicKeyCredential' in globalThis)), [])
  // The form has it, but its code would be in the first view.
  usePreparedLogin()
  const login = async () => {
    setFailure(null)
    try {
      await (await connectorOf('embedded').open()).loginWithPasskey()
    } catch (error) {
      showAlert(error)
      setFailure(asAppError(error))
    }
  }
  if (isMissing) return null
  return (
    <>
      {/* Without a label, so that the document's script adds the page's wallets to the other list. */}
      <List>
        <ListItem
          name={text.go}
          start={<IconBox icon={passkeyIcon} />}
          disabled={isOff}
          onClick={() => void login()}
          testId="passkey"
          focusKey="passkey"
        />
      </List>
      <p className={styles.why} role="alert">
        {failure && errorText(failure)}
      </p>
    </>
  )
}

/**
 * Prepares the login at the first character of the address. The token by which a mail may name the site has to be two
 * seconds old (SECURITY-MODEL.md 5.2), which would otherwise delay the mail.
 */
const usePreparedLogin = (): void => {
  const connectorOf = useAtomValue(connectorAtom)
  const isTyping = useAtomValue(typedEmailAtom) !== ''
  useEffect(() => {
    if (!isTyping) return
    // A failure shows when the visitor submits the form, which tries again.
    void (async () => (await connectorOf('embedded').open()).prepareLogin())().catch(() => undefined)
  }, [isTyping, connectorOf])
}
