import { type Address, getAddress, isAddress } from 'viem'
import { domainTypes, type Fact, type TypedDataForm } from '../form.ts'

/** Hyperliquid accepts the signature on any network, so the network of the domain says nothing about it. */
const domain: TypedDataForm['domain'] = {
  types: [domainTypes.whole],
  names: ['HyperliquidSignTransaction'],
  versions: ['1'],
  contracts: ['0x0000000000000000000000000000000000000000'],
}
const protocol = 'Hyperliquid'
const type = (name: string, members: string): string =>
  `HyperliquidTransaction:${name}(string hyperliquidChain,${members})`

/** An API wallet trades for the account until it is replaced. */
export const hyperliquidAgent: TypedDataForm = {
  types: [type('ApproveAgent', 'address agentAddress,string agentName,uint64 nonce')],
  domain,
  read: ({ agentAddress, agentName }: { agentAddress: Address; agentName: string }) => ({
    deed: 'rights',
    power: 'act',
    protocol,
    facts: [
      { label: 'agent', value: agentAddress, isAddress: true },
      { label: 'name', value: agentName },
    ],
  }),
}

export const hyperliquidBuilder: TypedDataForm = {
  types: [type('ApproveBuilderFee', 'string maxFeeRate,address builder,uint64 nonce')],
  domain,
  read: ({ maxFeeRate, builder }: { maxFeeRate: string; builder: Address }) => ({
    deed: 'rights',
    power: 'charge',
    protocol,
    facts: [
      { label: 'agent', value: builder, isAddress: true },
      { label: 'feeRate', value: maxFeeRate },
    ],
  }),
}

/** From then on only the signers named here can use the account. */
export const hyperliquidSigners: TypedDataForm = {
  types: [type('ConvertToMultiSigUser', 'string signers,uint64 nonce')],
  domain,
  read: ({ signers }: { signers: string }) => ({
    deed: 'rights',
    power: 'own',
    protocol,
    facts: [{ label: 'agent', value: signers }],
  }),
}

const recipientOf = (value: string): Fact =>
  isAddress(value, { strict: false })
    ? { label: 'recipient', value: getAddress(value), isAddress: true }
    : { label: 'recipient', value }

type Payment = { destination?: string; token?: string; amount: string; toPerp?: boolean }

/** Payments from the account at Hyperliquid, and withdrawals to a network. */
export const hyperliquidPayment: TypedDataForm = {
  types: [
    type('UsdSend', 'string destination,string amount,uint64 time'),
    type('Withdraw', 'string destination,string amount,uint64 time'),
    type('SpotSend', 'string destination,string token,string amount,uint64 time'),
    type(
      'SendAsset',
      'string destination,string sourceDex,string destinationDex,string token,string amount,string fromSubAccount,uint64 nonce',
    ),
  ],
  domain,
  read: ({ destination, token, amount }: Payment) => ({
    deed: 'payElsewhere',
    protocol,
    // The name of a token comes first in its identifier, and the amount of a payment without a token is in USDC.
    amount: `${amount} ${token?.split(':')[0] || 'USDC'}`,
    facts: destination === undefined ? [] : [recipientOf(destination)],
  }),
}
