import { isAddressEqual } from 'viem'
import type { FormContext, TypedDataForm, Understood } from './form.ts'
import { accountDelegation } from './forms/accountDelegation.ts'
import { aevoKey, orderlyKey, polymarketKey } from './forms/apiKeys.ts'
import { blurOrder } from './forms/blur.ts'
import { cowCancellation, cowOrder } from './forms/cow.ts'
import { daiPermit } from './forms/daiPermit.ts'
import { dydxKey } from './forms/derivedKeys.ts'
import { easAttestation, easOffchainAttestation, easRevocation } from './forms/eas.ts'
import { biconomyRequest, forwardRequest, gelatoRequest } from './forms/forwardRequest.ts'
import { ballot } from './forms/governor.ts'
import { hyperliquidAgent, hyperliquidBuilder, hyperliquidPayment, hyperliquidSigners } from './forms/hyperliquid.ts'
import { looksRareBatch, looksRareOrder } from './forms/looksRare.ts'
import { aaveCredit, compoundManager, morphoManager, voteDelegation } from './forms/managers.ts'
import { metaTransaction } from './forms/metaTransaction.ts'
import { nftPermit, nftPermitForAll } from './forms/nftPermit.ts'
import { oneInchOrder, oneInchOrder5 } from './forms/oneInch.ts'
import { permit } from './forms/permit.ts'
import { permit2Allowance, permit2Transfer } from './forms/permit2.ts'
import { polymarketOrder } from './forms/polymarket.ts'
import { safeProposer, safeTransaction } from './forms/safe.ts'
import { seaportBulkOrder, seaportOrder } from './forms/seaport.ts'
import { typedSignIn } from './forms/signIn.ts'
import {
  snapshotAlias,
  snapshotFollow,
  snapshotProfile,
  snapshotProposal,
  snapshotSpace,
  snapshotVote,
} from './forms/snapshot.ts'
import { cancelAuthorization, transferAuthorization } from './forms/transferAuthorization.ts'
import { uniswapXOrder } from './forms/uniswapX.ts'
import { safeOperation, userOperation } from './forms/userOperation.ts'
import { zeroExOrder, zeroExOtcOrder } from './forms/zeroEx.ts'
import { zkSyncTransaction } from './forms/zkSyncTransaction.ts'
import type { SignedData } from './signedData.ts'

/** The typed data that the wallet knows. The first form that fits counts. */
export const knownForms: readonly TypedDataForm[] = [
  accountDelegation,
  ...[permit, daiPermit, nftPermit, nftPermitForAll],
  ...[transferAuthorization, cancelAuthorization],
  // An order of UniswapX is also a transfer of Permit2, which says less about it.
  ...[permit2Allowance, uniswapXOrder, permit2Transfer],
  ...[safeTransaction, safeProposer, userOperation, safeOperation],
  ...[forwardRequest, gelatoRequest, biconomyRequest, metaTransaction, zkSyncTransaction],
  ...[seaportOrder, seaportBulkOrder, blurOrder, looksRareOrder, looksRareBatch, polymarketOrder],
  ...[cowOrder, cowCancellation, oneInchOrder, oneInchOrder5, zeroExOrder, zeroExOtcOrder],
  ...[hyperliquidAgent, hyperliquidBuilder, hyperliquidSigners, hyperliquidPayment],
  ...[orderlyKey, aevoKey, polymarketKey, dydxKey],
  ...[compoundManager, morphoManager, aaveCredit, voteDelegation],
  ...[snapshotVote, snapshotProposal, snapshotFollow, snapshotProfile, snapshotSpace, snapshotAlias],
  ...[ballot, easAttestation, easOffchainAttestation, easRevocation, typedSignIn],
]

/** Says what a signature of this data does. Null if its types, its domain or its values fit no known form. */
export const understand = (data: SignedData, context: Omit<FormContext, 'domain'>): Understood | null => {
  for (const form of knownForms) {
    const understood = fits(form, data) ? form.read(data.message, { ...context, domain: data.domain }) : null
    if (understood) return understood
  }
  return null
}

const fits = ({ types, domain: rule }: TypedDataForm, { typeText, domain }: SignedData): boolean => {
  const { names, versions, contracts } = rule
  const { verifyingContract } = domain
  return (
    types.some((type) => (typeof type === 'string' ? type === typeText : type.test(typeText))) &&
    (rule.types.length === 0 || rule.types.includes(domain.typeText)) &&
    (!names || names.includes(domain.name ?? '')) &&
    (!versions || versions.includes(domain.version ?? '')) &&
    (!contracts ||
      (verifyingContract !== undefined && contracts.some((known) => isAddressEqual(known, verifyingContract))))
  )
}
