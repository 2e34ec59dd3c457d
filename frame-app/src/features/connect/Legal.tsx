import { FinePrint, Link } from '../../ui/Link.tsx'
import { Sentence } from '../../ui/Sentence.tsx'
import { useMessages } from '../useMessages.ts'
import { connectMessages } from './messages.ts'

type Links = { termsUrl?: string | undefined; privacyUrl?: string | undefined }

/** The sentence below the wallets that names the legal terms. It appears if the site asks for no check box. */
export const LegalAgreement = ({ termsUrl, privacyUrl }: Links) => {
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
