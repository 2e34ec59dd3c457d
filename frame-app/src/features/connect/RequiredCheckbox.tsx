import { useAtomValue, useSetAtom } from 'jotai/react'
import { acceptLegalAtom, isLegalAcceptedAtom, optionsAtom } from '../../core/state/options.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Link } from '../../ui/Link.tsx'
import { Sentence } from '../../ui/Sentence.tsx'
import { useMessages } from '../useMessages.ts'
import { consentMessages } from './consentMessages.ts'

/** The check box for the legal terms. All wallets are disabled until the visitor ticks it. */
export const RequiredCheckbox = () => {
  const text = useMessages(consentMessages)
  const { termsUrl, privacyUrl } = useAtomValue(optionsAtom)
  const checked = useAtomValue(isLegalAcceptedAtom)
  const accept = useSetAtom(acceptLegalAtom)
  const either = termsUrl ? text.acceptanceOfTerms : privacyUrl ? text.acceptanceOfPrivacy : text.acceptanceOfNone
  return (
    <Checkbox checked={checked} onChange={accept} testId="w3m-legal-checkbox">
      <Sentence
        text={termsUrl && privacyUrl ? text.acceptance : either}
        parts={{
          terms: <Link href={termsUrl ?? ''}>{text.termsOfService}</Link>,
          privacy: <Link href={privacyUrl ?? ''}>{text.privacyPolicy}</Link>,
        }}
      />
    </Checkbox>
  )
}
