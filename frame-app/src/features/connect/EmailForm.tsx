import field from '@appkit-frame/loader/protocol/design/field.module.css'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { ErrorCode } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { asAppError } from '../../core/state/attempts.ts'
import { connectorAtom } from '../../core/state/connections.ts'
import { showAlertAtom } from '../../core/state/notices.ts'
import { isLegalConsentMissingAtom } from '../../core/state/options.ts'
import { setTypedEmailAtom, typedEmailAtom } from '../../core/state/typedEmail.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LinkButton } from '../../ui/Link.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useErrorText, useMessages } from '../useMessages.ts'
import styles from './EmailForm.module.css'
import { emailMessages } from './emailMessages.ts'

/** Catches typing errors in the address. The server decides whether the address is valid. */
const looksRight = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * The form that logs a visitor without a wallet in by email. Secrets are typed only in the secure frame. `isLast`: the
 * wallets stand above the form.
 */
export const EmailForm = ({ isLast }: { isLast: boolean }): ReactNode => {
  const text = useMessages(emailMessages)
  const errorText = useErrorText()
  const id = useId()
  const isOff = useAtomValue(isLegalConsentMissingAtom)
  const email = useAtomValue(typedEmailAtom)
  const setEmail = useSetAtom(setTypedEmailAtom)
  const { login, isBusy, failure } = useLogin()
  const start = isBusy || isOff ? undefined : login
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void start?.(email)
  }
  const line = <DividingLine start={start} />
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {isLast && line}
      <div className={`${field.input} ${failure ? styles.bad : ''}`}>
        <VisuallyHidden as="label" htmlFor={id}>
          {text.address}
        </VisuallyHidden>
        <Icon name="mail" />
        <input
          id={id}
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="go"
          spellCheck={false}
          maxLength={254}
          placeholder={text.address}
          value={email}
          aria-invalid={failure !== null}
          aria-describedby={failure ? `${id}-why` : undefined}
          onChange={(event) => setEmail(event.target.value.trim())}
          data-testid="email-input"
        />
        <button
          type="submit"
          className={styles.go}
          aria-label={text.go}
          aria-disabled={!start || !looksRight.test(email)}
          aria-busy={isBusy}
          data-testid="email-submit"
          data-focus-key="go"
        >
          <span className={styles.turns}>
            <Icon name="go" />
          </span>
        </button>
      </div>
      <p id={`${id}-why`} className={styles.why} role="alert" data-testid="email-failure">
        {failure && ((text.failures as Failures)[failure.code] ?? errorText(failure))}
      </p>
      {!isLast && line}
    </form>
  )
}

/** Divides the form from the wallets, and offers the login without an address. `start` is absent while none may start. */
const DividingLine = ({ start }: { start: (() => Promise<void>) | undefined }) => (
  <p className={styles.or}>
    <LinkButton onClick={() => void start?.()} disabled={!start} focusKey="passkey">
      {useMessages(emailMessages).passkey}
    </LinkButton>
  </p>
)

type Failures = { readonly [Code in ErrorCode]?: string }

/**
 * Starts a login with an address, or else with a passkey. A failure appears under the field, and the field keeps the
 * address.
 */
const useLogin = () => {
  const connectorOf = useAtomValue(connectorAtom)
  const showAlert = useSetAtom(showAlertAtom)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<AppError | null>(null)
  const login = async (address?: string) => {
    if (address !== undefined && !looksRight.test(address)) return setFailure(new AppError(commonErrors.INVALID_PARAMS))
    setIsBusy(true)
    setFailure(null)
    try {
      await (await connectorOf('embedded').open()).login(address)
    } catch (error) {
      showAlert(error)
      setFailure(asAppError(error))
    }
    setIsBusy(false)
  }
  return { login, isBusy, failure }
}
