import type { CaipAddress } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { accountLabelAtom, accountLabelLimit, setAccountLabelAtom } from '../../core/state/labels.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/Link.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useMessages } from '../useMessages.ts'
import { profileWalletsMessages } from './messages.ts'
import styles from './ProfileWalletsView.module.css'

/** Edits the visitor's name for the active account. The name is stored in this browser only. */
export const NameAccount = ({ account }: { account: CaipAddress }) => {
  const text = useMessages(profileWalletsMessages)
  const label = useAtomValue(accountLabelAtom)(account)
  const setLabel = useSetAtom(setAccountLabelAtom)
  const [draft, setDraft] = useState<string | null>(null)
  const placeRef = useFocusBack(draft === null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setLabel(account, draft ?? '')
    setDraft(null)
  }
  if (draft === null)
    return (
      <p className={styles.naming} ref={placeRef}>
        <LinkButton onClick={() => setDraft(label ?? '')}>{label ? text.rename : text.nameIt}</LinkButton>
      </p>
    )
  return (
    <form className={styles.form} onSubmit={save}>
      <TextField
        label={text.accountName}
        value={draft}
        onChange={setDraft}
        onCancel={() => setDraft(null)}
        maxLength={accountLabelLimit}
        testId="account-label-input"
      />
      <Button isSubmit size="fit" variant="primary">
        {text.save}
      </Button>
    </form>
  )
}

/** Gives the focus back to the button "Name this account" when the form closes. */
const useFocusBack = (isClosed: boolean) => {
  const placeRef = useRef<HTMLParagraphElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isClosed && wasOpen.current) placeRef.current?.querySelector('button')?.focus()
    wasOpen.current = !isClosed
  }, [isClosed])
  return placeRef
}
