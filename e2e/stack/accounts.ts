/** The well-known test phrase of anvil and hardhat: its accounts hold play money on every local chain. */
export const testMnemonic = 'test test test test test test test test test test test junk'
