export const en = {
  severalChains: (wallet: string) => `${wallet} works on more than one chain`,
  which: 'Which one do you want to connect?',
  chains: 'Chains',
  namesOf: (network: string, others: number) => (others > 0 ? `${network} and ${others} more` : network),
}

export type MultiChainMessages = typeof en
