import type { Address } from 'viem'
import { belongsTo } from '../../keyTexts.ts'
import { domainTypes, type TypedDataForm } from '../form.ts'

type OrderlyKey = { brokerId: string; orderlyKey: string; scope: string; expiration: bigint }

/** A key that trades for the account on every exchange of Orderly's network. Its times are in milliseconds. */
export const orderlyKey: TypedDataForm = {
  types: [
    'AddOrderlyKey(string brokerId,uint256 chainId,string orderlyKey,string scope,uint64 timestamp,uint64 expiration)',
  ],
  domain: {
    types: [domainTypes.whole],
    names: ['Orderly'],
    versions: ['1'],
    contracts: ['0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC'],
  },
  read: ({ brokerId, orderlyKey: key, scope, expiration }: OrderlyKey) => ({
    deed: 'rights',
    power: 'act',
    protocol: 'Orderly',
    facts: [
      { label: 'key', value: key },
      { label: 'scope', value: scope },
      { label: 'name', value: brokerId },
      { label: 'until', value: expiration / 1_000n },
    ],
  }),
}

export const aevoKey: TypedDataForm = {
  types: ['Register(address key,uint256 expiry)'],
  domain: { types: [domainTypes.noContract], names: ['Aevo Mainnet'], versions: ['1'] },
  read: ({ key, expiry }: { key: Address; expiry: bigint }) => ({
    deed: 'rights',
    power: 'act',
    protocol: 'Aevo',
    facts: [
      { label: 'agent', value: key, isAddress: true },
      { label: 'until', value: expiry },
    ],
  }),
}

/** The signature is the proof with which Polymarket gives out the account's API keys, so only Polymarket may ask. */
export const polymarketKey: TypedDataForm = {
  types: ['ClobAuth(address address,string timestamp,uint256 nonce,string message)'],
  domain: { types: [domainTypes.noContract], names: ['ClobAuthDomain'], versions: ['1'] },
  read: (_message, { host }) => belongsTo('Polymarket', host),
}
