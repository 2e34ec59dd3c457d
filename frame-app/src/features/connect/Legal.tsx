import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { acceptLegalAtom, legalAcceptedAtom, optionsAtom } from '../../core/state/options.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FinePrint, Link } from '../../ui/Link.tsx'
import { Sentence } from '../../ui/Sentence.tsx'
import { useMessages } from '../useMessages.ts'
import { connectMessages } from './messages.ts'

type Links = { termsUrl?: string | undefined; privacyUrl?: string | undefined }

/** The sentence under the wallets if the site asks for no check box. */
export const Agreement = ({ termsUrl, privacyUrl }: Links) => {
  const text = useMessages(connectMessages)
  const sentence = termsUrl && privacyUrl ? text.agreement : termsUrl ? text.agreementToTerms : text.agreementToPrivacy
  return (
    <FinePrint>
      <Sentence
        text={sentence}
        parts={{
          terms: <Link href={termsUrl ?? ''}>{text.terms}</Link>,
          privacy: <Link href={privacyUrl ?? ''}>{text.privacy}</Link>,
        }}
      />
    </FinePrint>
  )
}

/** The wallets are disabled until the visitor ticks it. */
const LegalCheckbox = ({
  termsUrl,
  privacyUrl,
  checked,
  onChange,
}: Links & { checked: boolean; onChange?: (checked: boolean) => void }) => {
  const text = useMessages(connectMessages)
  const either = termsUrl ? text.acceptanceOfTerms : privacyUrl ? text.acceptanceOfPrivacy : text.acceptanceOfNone
  return (
    <Checkbox checked={checked} {...(onChange ? { onChange } : {})} testId="w3m-legal-checkbox">
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

export const RequiredCheckbox = (): ReactNode => {
  const { legalCheckbox, termsUrl, privacyUrl } = useAtomValue(optionsAtom)
  const checked = useAtomValue(legalAcceptedAtom)
  const accept = useSetAtom(acceptLegalAtom)
  return legalCheckbox && <LegalCheckbox {...{ termsUrl, privacyUrl, checked }} onChange={accept} />
}
